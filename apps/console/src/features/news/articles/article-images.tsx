import type { ArticleKind } from '@bowerbird/contract/system/news';
import { Input } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { Cover } from './cover.tsx';
import type { ArticleDraft } from './use-article-draft.ts';
import { isSecureAddress } from './use-article-draft.ts';

/** The cover and the video, by their addresses; the same in every language. */
export function ArticleImages({ kind, draft }: { kind: ArticleKind; draft: ArticleDraft }) {
  const text = useText();
  const { coverUrl, videoUrl } = draft.content;
  const wrong = (address: string | null) => (isSecureAddress(address) ? null : text('news.address.wrong'));
  return (
    <Stack as="aside" shrink gap={18}>
      <Cover url={isSecureAddress(coverUrl) ? coverUrl : null} kind={kind} size="wide" />
      <Field
        label={text('news.field.cover')}
        optional
        error={wrong(coverUrl)}
        hint={text('news.field.cover.hint')}
      >
        {(control) => (
          <Input
            {...control}
            aria-label={text('news.field.cover')}
            placeholder="https://"
            maxLength={2000}
            status={isSecureAddress(coverUrl) ? '' : 'error'}
            value={coverUrl ?? ''}
            onChange={({ target }) => draft.setCover(target.value)}
          />
        )}
      </Field>
      {kind === 'video' && (
        <Field label={text('news.field.video')} error={wrong(videoUrl)} hint={text('news.field.video.hint')}>
          {(control) => (
            <Input
              {...control}
              aria-label={text('news.field.video')}
              placeholder="https://"
              maxLength={2000}
              status={isSecureAddress(videoUrl) ? '' : 'error'}
              value={videoUrl ?? ''}
              onChange={({ target }) => draft.setVideo(target.value)}
            />
          )}
        </Field>
      )}
    </Stack>
  );
}
