import { mediaLibrary } from '../../listing/wordpress/media.ts';
import { client } from './client.ts';

export const library = mediaLibrary(client, () => true);
