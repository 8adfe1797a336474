import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';

/** Returns the data in the expected shape. Any other shape is an error of the store, not an absence. */
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
