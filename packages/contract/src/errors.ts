/**
 * What the job runner does after this failure. Never applied to a write to a store, where an unknown outcome is
 * resolved first by reading the store.
 */
export type Retry = 'never' | 'later';

/** Every error that a person or a program can get, each with its HTTP status and whether a retry can help. */
export const errorCodes = {
  'auth.required': { status: 401, retry: 'never' },
  'auth.wrong-credentials': { status: 401, retry: 'never' },
  'auth.token-header-missing': { status: 403, retry: 'never' },
  'auth.account-disabled': { status: 403, retry: 'never' },
  'auth.not-activated': { status: 401, retry: 'never' },
  'auth.roles-empty': { status: 403, retry: 'never' },
  'auth.second-step-needed': { status: 401, retry: 'never' },
  'auth.second-step-wrong': { status: 401, retry: 'never' },
  'auth.session-needed': { status: 403, retry: 'never' },
  'account.password-wrong': { status: 422, retry: 'never' },
  'account.password-common': { status: 422, retry: 'never' },
  'account.two-step-wrong-state': { status: 409, retry: 'never' },
  'account.address-taken': { status: 409, retry: 'never' },
  'account.image-unreadable': { status: 422, retry: 'never' },
  'account.image-too-large': { status: 413, retry: 'never' },
  'image.unreadable': { status: 422, retry: 'never' },
  'image.type-unsupported': { status: 422, retry: 'never' },
  'image.too-large': { status: 413, retry: 'never' },
  'image.too-many-pixels': { status: 413, retry: 'never' },
  'image.too-many-frames': { status: 413, retry: 'never' },
  'image.too-costly': { status: 422, retry: 'never' },
  'image.too-many': { status: 422, retry: 'never' },
  /** Params: `gigabytes`. */
  'image.files-too-large': { status: 422, retry: 'never' },
  'image.gone': { status: 422, retry: 'never' },
  'token.rights-too-wide': { status: 422, retry: 'never' },
  'token.too-many': { status: 422, retry: 'never' },
  'token.pairing-code-wrong': { status: 422, retry: 'never' },
  'code.wrong': { status: 422, retry: 'never' },
  'code.expired': { status: 422, retry: 'never' },
  'code.too-often': { status: 429, retry: 'later' },
  'activation.expired': { status: 422, retry: 'never' },
  'sign-up.not-accepted': { status: 422, retry: 'never' },
  'sign-up.texts-changed': { status: 409, retry: 'never' },
  'permission.missing': { status: 403, retry: 'never' },
  'rate.too-many-tries': { status: 429, retry: 'later' },
  /** Limit for a signed-in person or merchant. Params: `seconds` until the next call is allowed. */
  'rate.too-many-calls': { status: 429, retry: 'later' },
  /** More calls than the program can answer soon; nothing was done. Params: `seconds` until a retry is sensible. */
  'server.busy': { status: 503, retry: 'later' },
  'request.invalid': { status: 400, retry: 'never' },
  /** Params: `key`, with its path: `filter.tagz`. Nothing was done. */
  'request.unknown-key': { status: 400, retry: 'never' },
  /** The program's own database does not respond, its disk is full, or it has no free connection. */
  'database.unreachable': { status: 503, retry: 'later' },
  'database.disk-full': { status: 503, retry: 'later' },
  'database.busy': { status: 503, retry: 'later' },
  /** Ended by the database, as it and another transaction waited for each other. */
  'database.deadlock': { status: 503, retry: 'later' },
  /** The disk of the data folder (images, exports) is full. */
  'files.disk-full': { status: 503, retry: 'later' },
  /** The object store that holds images and exports does not answer, or refuses. */
  'files.store-unreachable': { status: 503, retry: 'later' },
  /** Nothing was done: a change of permissions or access is saved together with its audit log entry, or not at all. */
  'audit.unwritable': { status: 503, retry: 'later' },
  /**
   * An encrypted value in the database was changed, or moved there from another row. The error shows nothing of the
   * value.
   */
  'seal.altered': { status: 500, retry: 'never' },
  /** Params: `key`, the id of the key that is missing in the key folder. */
  'seal.key-missing': { status: 500, retry: 'never' },
  'request.too-large': { status: 413, retry: 'never' },
  'route.not-found': { status: 404, retry: 'never' },
  'not-found': { status: 404, retry: 'never' },
  'product.changed-meanwhile': { status: 409, retry: 'never' },
  'product.invalid': { status: 422, retry: 'never' },
  /** Why a product of a bulk edit, or a part of it, cannot be undone. */
  'undo.gone': { status: 422, retry: 'never' },
  'undo.invalid': { status: 422, retry: 'never' },
  'undo.inconsistent': { status: 422, retry: 'never' },
  /** The product was created by what is undone. */
  'undo.changed-since': { status: 409, retry: 'never' },
  'undo.mark-gone': { status: 409, retry: 'never' },
  'undo.product-gone': { status: 404, retry: 'never' },
  /** A scheduled undo waits until its edit has ended. */
  'undo.edit-goes-on': { status: 409, retry: 'later' },
  'article.changed-meanwhile': { status: 409, retry: 'never' },
  'article.incomplete': { status: 422, retry: 'never' },
  'workplace.changed-meanwhile': { status: 409, retry: 'never' },
  'workplace.too-many-links': { status: 422, retry: 'never' },
  'workplace.link-wrong': { status: 422, retry: 'never' },
  'workplace.link-needed': { status: 422, retry: 'never' },
  'run.wrong-state': { status: 409, retry: 'never' },
  'run.keeps-breaking': { status: 500, retry: 'never' },
  /** So many runs of the merchant wait or are worked on that no other can be started now. Params: `limit`. */
  'run.too-many': { status: 429, retry: 'later' },
  'selection.empty': { status: 422, retry: 'never' },
  'selection.changed': { status: 409, retry: 'never' },
  'listing.changed-since-check': { status: 409, retry: 'never' },
  'address.invalid': { status: 422, retry: 'never' },
  'address.private': { status: 422, retry: 'never' },
  'address.host-not-found': { status: 422, retry: 'never' },
  'address.unreachable': { status: 502, retry: 'later' },
  'address.no-shop': { status: 422, retry: 'never' },
  'address.platform-unclear': { status: 422, retry: 'never' },
  'source.blocked-us': { status: 502, retry: 'later' },
  'source.slow-down': { status: 502, retry: 'later' },
  'source.robots-forbid': { status: 422, retry: 'never' },
  'source.password-protected': { status: 422, retry: 'never' },
  'source.frozen': { status: 422, retry: 'never' },
  'source.empty': { status: 422, retry: 'never' },
  'source.gone': { status: 404, retry: 'never' },
  'source.not-json': { status: 502, retry: 'never' },
  'source.page-not-understood': { status: 502, retry: 'never' },
  'source.needs-browser': { status: 422, retry: 'never' },
  'source.answer-too-large': { status: 502, retry: 'never' },
  'source.answer-too-deep': { status: 502, retry: 'never' },
  'source.answer-overcompressed': { status: 502, retry: 'never' },
  'source.answer-too-costly': { status: 502, retry: 'never' },
  'source.answer-cut': { status: 502, retry: 'later' },
  'source.unwell': { status: 502, retry: 'later' },
  'source.timeout': { status: 504, retry: 'later' },
  'source.product-unreadable': { status: 502, retry: 'never' },
  'source.price-unreadable': { status: 502, retry: 'never' },
  'source.feed-capped': { status: 502, retry: 'never' },
  /** All of these come from files or the plugin. */
  'recollect.nothing-to-read': { status: 422, retry: 'never' },
  'recollect.too-many-sources': { status: 422, retry: 'never' },
  'merge-rule.too-many': { status: 422, retry: 'never' },
  'source.too-many-connections': { status: 422, retry: 'never' },
  'task.too-many': { status: 422, retry: 'never' },
  'project.too-many': { status: 422, retry: 'never' },
  'watch.too-many': { status: 422, retry: 'never' },
  'schedule.too-many': { status: 422, retry: 'never' },
  'watch.nothing-claimed': { status: 422, retry: 'never' },
  'source.credentials-wrong': { status: 422, retry: 'never' },
  'source.right-missing': { status: 422, retry: 'never' },
  'source.quota-used': { status: 429, retry: 'later' },
  'source.https-needed': { status: 422, retry: 'never' },
  'store.unreachable': { status: 502, retry: 'later' },
  'store.access-denied': { status: 422, retry: 'never' },
  /** The store rejected our access, and accepted it when it was asked again. */
  'store.access-unsteady': { status: 502, retry: 'later' },
  /** Something before the store, such as a firewall, answered 403 in its place. */
  'store.blocked-us': { status: 502, retry: 'later' },
  'store.credentials-wrong': { status: 422, retry: 'never' },
  'store.https-needed': { status: 422, retry: 'never' },
  'store.app-not-installed': { status: 422, retry: 'never' },
  'store.scope-missing': { status: 422, retry: 'never' },
  'store.already-connected': { status: 409, retry: 'never' },
  'store.in-use': { status: 409, retry: 'never' },
  'store.grant-ended': { status: 422, retry: 'never' },
  'store.grant-denied': { status: 422, retry: 'never' },
  'store.grant-unsigned': { status: 422, retry: 'never' },
  'store.not-found': { status: 422, retry: 'never' },
  'store.frozen': { status: 422, retry: 'never' },
  'store.rate-limited': { status: 429, retry: 'later' },
  'store.daily-cap': { status: 429, retry: 'later' },
  'store.rejected-product': { status: 422, retry: 'never' },
  'store.images-unreachable': { status: 422, retry: 'never' },
  'store.image-invalid': { status: 422, retry: 'never' },
  'store.options-repeated': { status: 422, retry: 'never' },
  'store.options-incomplete': { status: 422, retry: 'never' },
  'store.field-missing': { status: 422, retry: 'never' },
  'store.field-invalid': { status: 422, retry: 'never' },
  'store.field-too-long': { status: 422, retry: 'never' },
  'store.price-invalid': { status: 422, retry: 'never' },
  'store.inventory-invalid': { status: 422, retry: 'never' },
  'store.category-rejected': { status: 422, retry: 'never' },
  'store.product-suspended': { status: 422, retry: 'never' },
  'store.gift-cards-off': { status: 422, retry: 'never' },
  'store.custom-fields-rejected': { status: 422, retry: 'never' },
  'store.too-many-variants': { status: 422, retry: 'never' },
  'store.too-many-options': { status: 422, retry: 'never' },
  'store.sku-taken': { status: 409, retry: 'never' },
  'store.handle-taken': { status: 409, retry: 'never' },
  'store.trash-holds-sku': { status: 409, retry: 'never' },
  'store.image-failed': { status: 422, retry: 'never' },
  'store.saved-not-published': { status: 422, retry: 'never' },
  'store.field-not-kept': { status: 422, retry: 'never' },
  'store.category-missing': { status: 422, retry: 'never' },
  'store.product-gone': { status: 404, retry: 'never' },
  'store.unwell': { status: 502, retry: 'later' },
  'listing.price-missing': { status: 422, retry: 'never' },
  'listing.in-doubt': { status: 409, retry: 'later' },
  'listing.delisted': { status: 409, retry: 'never' },
  'listing.fails-similar': { status: 409, retry: 'never' },
  'listing.copied-installation': { status: 409, retry: 'never' },
  'listing.kept-otherwise': { status: 409, retry: 'never' },
  'listing.kept-otherwise-hidden': { status: 409, retry: 'never' },
  /** Nothing was shown: only a part of the product reached the store. */
  'listing.unfinished': { status: 409, retry: 'never' },
  /** Nothing was published: somebody changed the product in the store after its values were reported. */
  'listing.stored-changed': { status: 409, retry: 'never' },
  /** Nothing was published: the store does not have all variants. */
  'listing.stored-incomplete': { status: 409, retry: 'never' },
  /** Nothing was published: a newer revision was listed after the values of this one were reported. */
  'listing.stored-outdated': { status: 409, retry: 'never' },
  'listing.unknown-in-store': { status: 409, retry: 'never' },
  'listing.restored-delist': { status: 409, retry: 'never' },
  'listing.restored-relist': { status: 409, retry: 'never' },
  'rules.name-taken': { status: 409, retry: 'never' },
  'rules.changed-meanwhile': { status: 409, retry: 'never' },
  'rules.in-use': { status: 409, retry: 'never' },
  'rules.too-many': { status: 422, retry: 'never' },
  /** Params: `rule`, `count` of the products that have it. */
  'edit-rule.attached': { status: 409, retry: 'never' },
  /** Params: `rule`. */
  'edit-rule.closed': { status: 409, retry: 'never' },
  'edit-rule.alarm-closed': { status: 409, retry: 'never' },
  /** Params: `limit`, as in all errors of `rowLimits`. */
  'edit-rule.too-many': { status: 422, retry: 'never' },
  'edit-rule.too-many-versions': { status: 422, retry: 'never' },
  'edit-rule.attached-too-often': { status: 422, retry: 'never' },
  'edit-rule.changed-meanwhile': { status: 409, retry: 'never' },
  'edit-rule.series': { status: 422, retry: 'never' },
  'edit-rule.in-store': { status: 422, retry: 'never' },
  'own-value.other-currency': { status: 422, retry: 'never' },
  /** Params: `name`. */
  'group.name-taken': { status: 409, retry: 'never' },
  /** Params: `max`. */
  'group.too-many': { status: 422, retry: 'never' },
  /** Params: `name`. */
  'saved-item.name-taken': { status: 409, retry: 'never' },
  /** Params: `max`. */
  'saved-item.too-many': { status: 422, retry: 'never' },
  /** Params: `by`. */
  'saved-item.of-another': { status: 403, retry: 'never' },
  'risk.banned-word': { status: 422, retry: 'never' },
  'risk.brand': { status: 422, retry: 'never' },
  'risk.below-cost': { status: 422, retry: 'never' },
  'risk.margin': { status: 422, retry: 'never' },
  'risk.margin-unknown': { status: 422, retry: 'never' },
  'risk.price-drop': { status: 422, retry: 'never' },
  'risk.price-jump': { status: 422, retry: 'never' },
  'risk.empty-stock': { status: 422, retry: 'never' },
  'person.self': { status: 409, retry: 'never' },
  'person.last-manager': { status: 409, retry: 'never' },
  'person.username-taken': { status: 409, retry: 'never' },
  'person.has-account': { status: 409, retry: 'never' },
  'invitation.too-many': { status: 422, retry: 'never' },
  'invitation.unknown': { status: 404, retry: 'never' },
  'invitation.expired': { status: 422, retry: 'never' },
  'role.too-wide': { status: 422, retry: 'never' },
  'role.built-in': { status: 409, retry: 'never' },
  'role.held': { status: 409, retry: 'never' },
  'role.name-taken': { status: 409, retry: 'never' },
  'role.too-many': { status: 422, retry: 'never' },
  'organisation.too-many': { status: 422, retry: 'never' },
  'organisation.not-empty': { status: 409, retry: 'never' },
  'organisation.under-itself': { status: 409, retry: 'never' },
  'navigation.locked': { status: 409, retry: 'never' },
  'owner.frozen': { status: 422, retry: 'never' },
  'quota.exceeded': { status: 422, retry: 'never' },
  'plan.not-for-sale': { status: 422, retry: 'never' },
  'order.wrong-state': { status: 409, retry: 'never' },
  'order.price-changed': { status: 409, retry: 'never' },
  'order.amount-wrong': { status: 422, retry: 'never' },
  'payment.not-offered': { status: 422, retry: 'never' },
  'payment.signature-wrong': { status: 400, retry: 'never' },
  'payment.failed': { status: 502, retry: 'later' },
  'message.recipient-refused': { status: 422, retry: 'never' },
  'message.provider-refused': { status: 502, retry: 'never' },
  'message.provider-unreachable': { status: 502, retry: 'later' },
  'message.slow-down': { status: 502, retry: 'later' },
  'message.no-template': { status: 422, retry: 'never' },
  'message.not-configured': { status: 409, retry: 'never' },
  'message.too-late': { status: 422, retry: 'never' },
  'export.nothing': { status: 422, retry: 'never' },
  /** Params: `count`, `limit`; and `size`, `limit`, in GB. */
  'export.images-too-many': { status: 422, retry: 'never' },
  'export.images-too-large': { status: 422, retry: 'never' },
  /** Params: `name`; `limit`; and `name`, of a schedule. */
  'export-template.name-taken': { status: 409, retry: 'never' },
  'export-template.too-many': { status: 422, retry: 'never' },
  'export-template.in-use': { status: 409, retry: 'never' },
  'export-link.closed': { status: 404, retry: 'never' },
  'export-link.no-file': { status: 404, retry: 'later' },
  /** Params: `days`; `limit`. */
  'export-link.too-long': { status: 422, retry: 'never' },
  'export-link.too-many': { status: 422, retry: 'never' },
  'export-schedule.too-many': { status: 422, retry: 'never' },
  'export.columns-missing': { status: 422, retry: 'never' },
  'export.file-gone': { status: 404, retry: 'never' },
  /** Params: `received`, the bytes that have arrived, and `bytes` of the whole file. */
  'import.file-incomplete': { status: 409, retry: 'never' },
  'import.part-misplaced': { status: 409, retry: 'never' },
  /** Params: `bytes`. */
  'import.file-longer': { status: 422, retry: 'never' },
  'import.file-gone': { status: 404, retry: 'never' },
  /** A check is reading it. */
  'import.file-in-use': { status: 409, retry: 'later' },
  /** Reading it took too much time or memory. */
  'import.file-too-costly': { status: 422, retry: 'never' },
  /** It is no table that can be read. Params: `fault`, a code of `FaultCode`. */
  'import.file-refused': { status: 422, retry: 'never' },
  /** Params: `max`. */
  'import.too-many-unfinished': { status: 422, retry: 'never' },
  /** Params: `gigabytes`. */
  'import.files-too-large': { status: 422, retry: 'never' },
  'import.not-checked': { status: 409, retry: 'later' },
  /** A checked import waits for a person. */
  'import.to-confirm': { status: 409, retry: 'never' },
  /** Params: `count` of the products with errors. */
  'import.products-faulty': { status: 422, retry: 'never' },
  /** A product was rejected while everything was to be changed, or nothing. Params: `count` of the rejected products. */
  'import.new-stopped': { status: 422, retry: 'never' },
  'import.undone': { status: 422, retry: 'never' },
  /** Params: `name`. */
  'import.source-name-taken': { status: 409, retry: 'never' },
  /** Params: `limit`. */
  'import.too-many-sources': { status: 422, retry: 'never' },
  'import.watch-too-many': { status: 422, retry: 'never' },
  /** A watched file's address without encryption. */
  'import.watch-insecure': { status: 422, retry: 'never' },
  /** The server of a watched file denied access. Params: `host`, `status`. */
  'import.watch-denied': { status: 422, retry: 'later' },
  /** Params: `host`. */
  'import.watch-not-found': { status: 404, retry: 'later' },
  /** The server of a watched file answered with another error. Params: `host`, `status`. */
  'import.watch-server-error': { status: 502, retry: 'later' },
  /** Params: `gigabytes`. */
  'import.watch-too-large': { status: 422, retry: 'never' },
  /** Params: `host`. */
  'import.watch-cut-off': { status: 502, retry: 'later' },
  /** Params: `file`. */
  'import.watch-no-table': { status: 422, retry: 'later' },
  /** A file of a watched folder is still being written. Params: `file`. */
  'import.watch-changing': { status: 409, retry: 'later' },
  /** An earlier file of a watch is not finished. */
  'import.watch-waits': { status: 409, retry: 'later' },
  /** Why a watched file was not applied by itself. Params: `count` of the errors. */
  'import.watch-errors': { status: 422, retry: 'never' },
  /** The same: too many of the supplier's products are missing. Params: `count`, `percent`. */
  'import.watch-missing': { status: 422, retry: 'never' },
  /** The same: the columns are not those of the mapping. Params: `columns`. */
  'import.watch-header-changed': { status: 422, retry: 'never' },
  /** Params: `folder`. */
  'import.folder-not-allowed': { status: 422, retry: 'never' },
  /** Params: `folder`. */
  'import.folder-missing': { status: 422, retry: 'later' },
  'backup.file-exists': { status: 409, retry: 'never' },
  'backup.file-unusable': { status: 422, retry: 'never' },
  'backup.no-database': { status: 404, retry: 'never' },
  'backup.not-a-backup': { status: 422, retry: 'never' },
  'backup.cut-off': { status: 422, retry: 'never' },
  'backup.damaged': { status: 422, retry: 'never' },
  'backup.newer': { status: 422, retry: 'never' },
  'backup.earlier-development-version': { status: 422, retry: 'never' },
  'backup.target-not-empty': { status: 409, retry: 'never' },
  'plugin.not-built': { status: 503, retry: 'never' },
  'server.stopping': { status: 503, retry: 'later' },
  unexpected: { status: 500, retry: 'later' },
} as const satisfies Record<string, { status: number; retry: Retry }>;

export type ErrorCode = keyof typeof errorCodes;

/** Reports whether a text is one of our error codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}

/** One invalid field of a request: its path, and the code of the problem. */
export interface Issue {
  path: (string | number)[];
  code: string;
  message: string;
}

export interface AppErrorOptions {
  /** Values for the translated message, such as the field that a store rejected. Never a secret. */
  params?: Record<string, string | number>;
  /** The waiting time that the other side requested, if it gave one. */
  waitMs?: number;
  issues?: Issue[];
  cause?: unknown;
}

/**
 * An error with a code. The console translates and shows the code; `message` is for the log only and never leaves the
 * server.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: Record<string, string | number>;
  readonly waitMs: number | undefined;
  readonly issues: Issue[];

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.params = options.params ?? {};
    this.waitMs = options.waitMs;
    this.issues = options.issues ?? [];
  }

  /** Converts any thrown value into an `AppError`; an unforeseen one becomes `unexpected`. */
  static from(thrown: unknown): AppError {
    if (thrown instanceof AppError) {
      return thrown;
    }
    if (!(thrown instanceof Error)) {
      return new AppError('unexpected', String(thrown), { cause: thrown });
    }
    const named = new AppError('unexpected', thrown.message, { cause: thrown });
    // Keeps the original stack: the error occurred there and only got its code here.
    named.stack = thrown.stack ?? '';
    return named;
  }
}
