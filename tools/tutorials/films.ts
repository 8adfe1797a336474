import type { Film } from './film.ts';
import { collectFilm } from './films/collect.ts';
import { editFilm } from './films/edit.ts';
import { listFilm } from './films/list.ts';

/** The films in the order in which a newcomer watches them. */
export const films: readonly Film[] = [collectFilm, editFilm, listFilm];
