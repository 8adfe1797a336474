import type { AdminContext, UserError } from '../../admin/admin-context.ts';
import { gid, numberOf } from '../../admin/gid.ts';
import type { StoredProduct } from '../../admin/record.ts';
import { metafieldFaults } from '../metafields/metafield-rules.ts';
import { optionFaults, variantFaults } from '../variants/variant-rules.ts';
import { plainHandle } from './product-build.ts';
import type { ProductInput } from './product-input.ts';
import { productLimits } from './product-limits.ts';

/** Returns all errors in this input for this product, or for a new one; [] when the store accepts it. */
export function productFaults(
  input: ProductInput,
  former: StoredProduct | null,
  context: AdminContext,
): UserError[] {
  return [
    ...textFaults(input, former),
    ...handleFaults(input, former, context),
    ...fileFaults(input, context),
    ...collectionFaults(input, context),
    ...metafieldFaults(input.metafields ?? [], former, context),
    ...optionFaults(input, context.settings),
    ...variantFaults(input, former, context.settings),
  ];
}

function textFaults(input: ProductInput, former: StoredProduct | null): UserError[] {
  const faults: UserError[] = [];
  if ((former === null || input.title !== undefined) && !input.title?.trim()) {
    faults.push(fault('INVALID_PRODUCT', 'title', "Title can't be blank"));
  }
  for (const field of ['title', 'vendor', 'productType'] as const) {
    if ((input[field] ?? '').length > productLimits.text) {
      const name = field === 'productType' ? 'Product type' : field.charAt(0).toUpperCase() + field.slice(1);
      faults.push(fault('INVALID_PRODUCT', field, `${name} is too long (maximum is 255 characters)`));
    }
  }
  if (new TextEncoder().encode(input.descriptionHtml ?? '').length > productLimits.description) {
    faults.push(
      fault('INVALID_PRODUCT', 'descriptionHtml', 'Description (HTML) is too big (maximum is 512 KB)'),
    );
  }
  if ((input.tags ?? []).length > productLimits.tags) {
    faults.push(fault('INVALID_PRODUCT', 'tags', 'Tags: a product can have 250 tags at most'));
  }
  if ((input.tags ?? []).some((tag) => tag.length > productLimits.text)) {
    faults.push(fault('INVALID_PRODUCT', 'tags', 'Tags: each tag can have 255 characters at most'));
  }
  return faults;
}

function handleFaults(
  { handle }: ProductInput,
  former: StoredProduct | null,
  { ledger }: AdminContext,
): UserError[] {
  if (!handle) {
    return [];
  }
  if (handle.length > productLimits.text) {
    return [fault('INVALID_PRODUCT', 'handle', 'Handle is too long (maximum is 255 characters)')];
  }
  const holder = ledger.byHandle(plainHandle(handle));
  return holder && holder.id !== former?.id
    ? [
        fault(
          'HANDLE_NOT_UNIQUE',
          'handle',
          `Handle '${handle}' already in use. Please provide a new handle.`,
        ),
      ]
    : [];
}

function fileFaults({ files, variants }: ProductInput, { ledger }: AdminContext): UserError[] {
  const sent = files ?? [];
  if (sent.length > productLimits.media) {
    return [fault('INVALID_INPUT', 'files', 'A product can have 250 files at most')];
  }
  const faults: UserError[] = [];
  sent.forEach(({ id, originalSource }, place) => {
    if (id && !ledger.media.has(numberOf('MediaImage', id) ?? -1)) {
      faults.push({
        code: 'NOT_FOUND',
        field: ['input', 'files', String(place), 'id'],
        message: 'File does not exist',
      });
    }
    if (!id && !originalSource) {
      const message = 'Either id or originalSource is required';
      faults.push({ code: 'INVALID_INPUT', field: ['input', 'files', String(place)], message });
    }
  });
  (variants ?? []).forEach(({ file }, place) => {
    const among = sent.some(
      (one) =>
        (file?.id && one.id === file.id) ||
        (file?.originalSource && one.originalSource === file.originalSource),
    );
    if (file && !among) {
      const message = "The variant's file must be among the product's files";
      faults.push({ code: 'INVALID_INPUT', field: ['input', 'variants', String(place), 'file'], message });
    }
  });
  return faults;
}

function collectionFaults({ collections }: ProductInput, { ledger }: AdminContext): UserError[] {
  // A collection that fills itself accepts no product from outside (assumed to be rejected like an unknown one).
  const known = (id: string) =>
    [...ledger.collections.values()].some((one) => !one.smart && gid('Collection', one.id) === id);
  return (collections ?? []).flatMap((id, place) =>
    known(id)
      ? []
      : [
          {
            code: 'NOT_FOUND',
            field: ['input', 'collections', String(place)],
            message: 'Collection does not exist',
          },
        ],
  );
}

function fault(code: string, field: string, message: string): UserError {
  return { code, field: ['input', field], message };
}
