import { z } from 'zod/mini';
import { browserRoute, route } from './route.ts';

/** The types of files that are taken as a product's image. SVG is none: a drawing is a program. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** What one uploaded image may have at most; Shopify takes no more either. */
export const imageLimits = {
  bytes: 20 * 1024 * 1024,
  /** Width times height. */
  pixels: 25_000_000,
  /** Of an animated image. */
  frames: 500,
} as const;

/** An image in our store. `address` is what a product's image has as its `url`; width and height are pixels as it is shown. */
export const UploadedImage = z.object({
  id: z.uuid(),
  address: z.string(),
  type: z.enum(imageTypes),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
});
export type UploadedImage = z.infer<typeof UploadedImage>;

/**
 * Takes one image as `multipart/form-data` with one file, `image`. The same file uploaded again is the same image. Fails with
 * `image.unreadable`, `image.type-unsupported`, `image.too-large` (bytes), `image.too-many-pixels`, `image.too-many-frames` or
 * `image.too-costly`. An image that no product uses
 * is deleted after seven days.
 */
export const uploadImage = route({
  method: 'POST',
  path: '/images',
  needs: { permission: 'products', action: 'edit' },
  answer: UploadedImage,
  status: 201,
});

/** Shows an uploaded image to the people of its merchant. */
export const showImage = browserRoute({
  method: 'GET',
  path: '/images/:id',
  needs: { permission: 'products', action: 'get' },
  params: z.object({ id: z.uuid() }),
  streams: 'file',
});

/** Shows an uploaded image to anybody who was given its signed address: the stores it is listed to, and readers of a CSV file. */
export const showPublicImage = browserRoute({
  method: 'GET',
  path: '/public-images/:name',
  needs: 'guest',
  params: z.object({ name: z.string().check(z.maxLength(80)) }),
  streams: 'file',
});
