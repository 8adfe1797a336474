import { errorCodes } from '@bowerbird/contract/errors';
import type { Needs } from '@bowerbird/contract/route';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3 } from 'openapi-types';
import { nameConditions } from './described-conditions.ts';

nameConditions();

const failure: OpenAPIV3.ResponseObject = {
  description: 'What went wrong, by its code and in the words of the language asked for',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'message', 'params', 'requestId', 'result'],
        properties: {
          code: { type: 'string', enum: Object.keys(errorCodes) },
          message: { type: 'string' },
          params: { type: 'object', additionalProperties: true },
          issues: {
            type: 'array',
            description: 'One entry for each bad field',
            items: {
              type: 'object',
              required: ['path', 'code', 'message'],
              properties: {
                path: { type: 'array', items: {} },
                code: { type: 'string' },
                message: { type: 'string' },
              },
            },
          },
          requestId: { type: 'string' },
          result: {
            type: 'object',
            required: ['isLogin'],
            properties: { isLogin: { type: 'boolean' } },
          },
        },
      },
    },
  },
};

/** The description of the API for other programs: OpenAPI 3.1, generated from the contract's schemas. */
export const described: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Bowerbird', version: '1.0.0' },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Access-Token' } },
      responses: { Failure: failure },
    },
  },
  transform: jsonSchemaTransform,
  transformObject(document) {
    const whole = jsonSchemaTransformObject(document);
    for (const path of Object.values(whole.paths ?? {})) {
      for (const call of [path?.get, path?.post, path?.put, path?.delete]) {
        Object.assign(call?.responses ?? {}, { default: { $ref: '#/components/responses/Failure' } });
      }
    }
    return whole;
  },
};

/** Returns what the description says about who may call. */
export function securityOf(needs: Needs): { security?: { token: string[] }[] } {
  return needs === 'guest' ? {} : { security: [{ token: [] }] };
}
