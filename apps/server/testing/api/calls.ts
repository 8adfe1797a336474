import { apiBase } from '@bowerbird/contract/route';
import type { FastifyInstance } from 'fastify';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls the API as one person; returns the status, and the value of `data` or the failure's code. */
export function callsAs(app: FastifyInstance, headers: Record<string, string>) {
  return async <Answer>(
    method: Method,
    path: string,
    payload?: object,
  ): Promise<{ status: number; data: Answer; code: string | undefined }> => {
    const answer = await app.inject({
      method,
      url: apiBase + path,
      headers,
      ...(payload && { payload }),
    });
    const body = answer.json<{ data: Answer; code?: string }>();
    return { status: answer.statusCode, data: body.data, code: body.code };
  };
}
