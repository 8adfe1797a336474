import type { RestAnswer } from '../../../simulating/rest-answers.ts';
import type { Errors } from './rules.ts';
import type { Version } from './settings.ts';

/** The wrapping that later versions put around what is told (`readme.md`, Versions and answers). */
export function told(body: object, version: Version): RestAnswer {
  return { status: 200, body: version === '2022-01' ? body : { code: 'Success', message: '', data: body } };
}

/** Recorded of 2022-01: `{"errors":["record not found"]}`; the later form is the notes' (`readme.md`, Errors). */
export function notFound(version: Version): RestAnswer {
  return {
    status: 404,
    body: version === '2022-01' ? { errors: ['Record not found'] } : { code: 5, message: 'data not found' },
  };
}

export function wrong(errors: Errors): RestAnswer {
  return { status: 422, body: { errors } };
}

/** Words without a field. */
export function refused(words: string, status = 422): RestAnswer {
  return { status, body: { errors: [words] } };
}
