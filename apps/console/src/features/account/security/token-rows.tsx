import type { Token } from '@bowerbird/contract/account/tokens';
import { Button } from 'antd';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { useRevokeToken } from '../settings/own-account-queries.ts';

export function TokenRows({ tokens }: { tokens: readonly Token[] }) {
  return (
    <ul className="settings-rows">
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </ul>
  );
}

function TokenRow({ token }: { token: Token }) {
  const text = useText();
  const format = useFormat();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirm = useConfirm();
  const revoke = useRevokeToken();
  const over = token.expiresAt !== null && Date.parse(token.expiresAt) < Date.now();

  const confirmRevoke = async () => {
    const sure = await confirm({
      title: text('account.tokens.revoke.title', { name: token.name }),
      content: text(
        token.kind === 'api' ? 'account.tokens.revoke.content' : 'account.browsers.revoke.content',
      ),
      confirm: text('account.tokens.revoke'),
      danger: true,
    });
    if (sure) {
      revoke.mutate(token.id, {
        onError: reportFailure,
        onSuccess: () =>
          toast({ state: 'complete', text: text('account.tokens.revoked', { name: token.name }) }),
      });
    }
  };
  return (
    <li className="settings-row">
      <div className="settings-row-text">
        <span className="settings-row-title">
          <span className="cut">{token.name}</span>
          <code className="quiet">…{token.ending}</code>
        </span>
        <span className="settings-row-value">
          {token.kind === 'api' && (
            <span>
              {token.permissions
                .map(({ permission, actions }) =>
                  text('account.tokens.right', {
                    area: text.named(`account.area.${permission}`),
                    n: actions.length,
                  }),
                )
                .join(text('account.tokens.between'))}
            </span>
          )}
          <span className={over ? 'tone-red' : ''}>
            {token.expiresAt === null
              ? text('account.tokens.never')
              : over
                ? text('account.tokens.over', { time: format.day(token.expiresAt) })
                : text('account.tokens.until', { time: format.day(token.expiresAt) })}
          </span>
          <span>
            {token.lastUsedAt === null
              ? text('account.tokens.unused')
              : text('account.tokens.used', { time: format.relative(token.lastUsedAt) })}
          </span>
        </span>
      </div>
      <Row rigid align="center" gap={16}>
        <Button
          size="small"
          aria-label={text('account.tokens.revoke.name', { name: token.name })}
          loading={revoke.isPending}
          onClick={() => void confirmRevoke()}
        >
          {text('account.tokens.revoke')}
        </Button>
      </Row>
    </li>
  );
}
