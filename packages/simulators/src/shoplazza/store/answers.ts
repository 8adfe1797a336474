import type { RestAnswer } from '../../store/rest-answers.ts';
import type { Errors } from './rules.ts';
import type { Version } from './settings.ts';

/** Adds the wrapper that later versions put around answers (`shoplazza/readme.md`, Versions and answers). */
export function stated(body: object, version: Version): RestAnswer {
  return { status: 200, body: version === '2022-01' ? body : { code: 'Success', message: '', data: body } };
}

/**
 * Recorded from 2022-01: `{"errors":["record not found"]}`; the later format is from the notes (`shoplazza/readme.md`,
 * Errors).
 */
export function notFound(version: Version): RestAnswer {
  return {
    status: 404,
    body: version === '2022-01' ? { errors: ['Record not found'] } : { code: 5, message: 'data not found' },
  };
}

export function wrong(errors: Errors): RestAnswer {
  return { status: 422, body: { errors } };
}

/** Returns an error message without a field. */
export function refused(words: string, status = 422): RestAnswer {
  return { status, body: { errors: [words] } };
}
