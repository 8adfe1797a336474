import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';

/** Data in the shape asked for. Another shape is the store's fault, not an absence. */
export function understood<Shape extends z.ZodType>(shape: Shape, data: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(data);
  if (!parsed.success) {
    throw new AppError(
      'store.unwell',
      `an answer in another shape: ${z.prettifyError(parsed.error).slice(0, 300)}`,
    );
  }
  return parsed.data;
}
