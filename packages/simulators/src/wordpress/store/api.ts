import { isObject, itemsOf, textOf } from '@bowerbird/platforms/reading/unread';
import { badField, noRoute, type RestAnswer, refusal } from '../../store/rest-answers.ts';
import type { SiteForm } from './forms.ts';
import type { SiteLedger } from './ledger.ts';
import {
  createTerm,
  listMedia,
  listTerms,
  type SentFile,
  updateMedia,
  uploadMedia,
} from './media-and-terms.ts';
import { createPost, deletePost, getPost, listPosts, updatePost, type Visitor } from './posts.ts';

/** Credentials and identity of a simulated site. */
export interface SiteSettings {
  name: string;
  user: string;
  applicationPassword: string;
  /** Permissions that the user lacks; default none. */
  lacks?: readonly string[];
}

/** Largest number of writes in a batch; a larger batch is refused completely. */
const batchMax = 25;

interface Requested {
  method: string;
  route: string;
  query: URLSearchParams;
  body: unknown;
}

/** A write request, read to its end, so that it can be applied late or twice. */
export interface StoreRequest {
  method: string;
  route: string;
  query: URLSearchParams;
  origin: string;
  visitor: Visitor;
  /** The JSON that was sent; undefined when it should be JSON and is not. */
  body: unknown;
  file: SentFile | null;
  /** Text of the request, for faults that apply only to some requests. */
  marked: string;
}

export async function readRequest(
  request: Request,
  route: string,
  settings: SiteSettings,
): Promise<StoreRequest> {
  const { searchParams: query, origin } = new URL(request.url);
  const visitor = visitorOf(request, settings);
  const { method } = request;
  const isFile = method === 'POST' && route === '/wp/v2/media';
  if (isFile) {
    const disposition = request.headers.get('content-disposition');
    const bytes = new Uint8Array(await request.arrayBuffer());
    const marked = `${method} ${route} ${disposition ?? ''}`;
    return { method, route, query, origin, visitor, body: {}, file: { bytes, disposition }, marked };
  }
  const text = await request.text();
  const marked = `${method} ${route} ${text}`;
  return { method, route, query, origin, visitor, body: jsonIn(text), file: null, marked };
}

/**
 * Returns a simulated WordPress site's answer to a write request (`wordpress/readme.md`, How a site is listed to;
 * measured on WordPress 6.1.9).
 */
export function storeAnswer(
  { method, route, query, origin, visitor, body, file }: StoreRequest,
  {
    settings,
    ledger,
    now,
    staleMs,
  }: { settings: SiteSettings; ledger: SiteLedger; now: number; staleMs?: number | null },
): RestAnswer {
  const site: SiteForm = { origin, ledger, ...(staleMs && { listedUntil: now - staleMs }) };
  if (file !== null) {
    return uploadMedia(file, query, site, visitor, now);
  }
  if (body === undefined) {
    return refusal(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
      json_error_code: 4,
      json_error_message: 'Syntax error',
    });
  }
  const each = (requested: Requested) => answer(requested, site, visitor, settings, now);
  return route === '/batch/v1' ? batch(body, each) : each({ method, route, query, body });
}

function answer(
  { method, route, query, body }: Requested,
  site: SiteForm,
  visitor: Visitor,
  settings: SiteSettings,
  now: number,
): RestAnswer {
  const [, kind = '', number] =
    /^\/wp\/v2\/(posts|media|categories|tags|users)(?:\/(\d+|me))?$/.exec(route) ?? [];
  const id = Number(number);
  const writes = method === 'POST' || method === 'PUT' || method === 'PATCH';
  switch (kind) {
    case 'posts':
      if (number === undefined) {
        return writes ? createPost(body, site, visitor, now) : listPosts(query, site, visitor);
      }
      return writes
        ? updatePost(id, body, site, visitor, now)
        : method === 'DELETE'
          ? deletePost(id, query, site, visitor, now)
          : getPost(id, query, site, visitor);
    case 'media':
      return number === undefined ? listMedia(query, site) : updateMedia(id, body, site, visitor);
    case 'categories':
    case 'tags': {
      const taxonomy = kind === 'tags' ? 'post_tag' : 'category';
      return writes ? createTerm(taxonomy, body, site, visitor) : listTerms(taxonomy, query, site);
    }
    case 'users':
      return number === 'me' ? me(visitor, settings) : noRoute;
    default:
      return route === '/' ? root(site, settings) : noRoute;
  }
}

/** Answers each request in order, with its own outcome; only the batch itself can be refused completely. */
function batch(body: unknown, each: (requested: Requested) => RestAnswer): RestAnswer {
  const requests = itemsOf(isObject(body) ? body.requests : null);
  if (requests.length > batchMax) {
    return badField('requests', 'rest_too_many_items', 'requests must contain at most 25 items.');
  }
  const methods = requests.map((one) => (isObject(one) ? (textOf(one.method) ?? 'POST') : 'POST'));
  const wrong = methods.findIndex((method) => !['POST', 'PUT', 'PATCH', 'DELETE'].includes(method));
  if (wrong >= 0) {
    return badField(
      'requests',
      'rest_not_in_enum',
      `requests[${wrong}][method] is not one of POST, PUT, PATCH, and DELETE.`,
    );
  }
  const responses = requests.map((one, at) => {
    const sent = isObject(one) ? one : {};
    const place = new URL(textOf(sent.path) ?? '/', 'https://site.invalid');
    const {
      status,
      body: answered,
      headers = {},
    } = each({
      method: methods[at] ?? 'POST',
      route: place.pathname,
      query: place.searchParams,
      body: sent.body,
    });
    return { body: answered, status, headers };
  });
  return { status: 207, body: { responses } };
}

function visitorOf(request: Request, { user, applicationPassword }: SiteSettings): Visitor {
  const sent = /^Basic (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const [name, ...rest] = sent === undefined ? [] : decoded(sent).split(':');
  const password = rest.join(':').replaceAll(' ', '');
  return name === user && password === applicationPassword.replaceAll(' ', '') ? { id: 1 } : null;
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}

function me(visitor: Visitor, { user, lacks = [] }: SiteSettings): RestAnswer {
  return visitor === null
    ? refusal(401, 'rest_not_logged_in', 'You are not currently logged in.')
    : {
        status: 200,
        body: {
          id: visitor.id,
          username: user,
          name: user,
          slug: user,
          roles: ['administrator'],
          capabilities: Object.fromEntries(
            [
              'publish_posts',
              'edit_posts',
              'delete_posts',
              'upload_files',
              'manage_categories',
              'unfiltered_html',
            ].map((right) => [right, !lacks.includes(right)]),
          ),
        },
      };
}

function root({ origin }: SiteForm, { name }: SiteSettings): RestAnswer {
  return {
    status: 200,
    body: {
      name,
      description: '',
      url: origin,
      home: origin,
      gmt_offset: '0',
      timezone_string: '',
      namespaces: ['oembed/1.0', 'wp/v2', 'wp-site-health/v1', 'wp-block-editor/v1'],
      authentication: {
        'application-passwords': {
          endpoints: { authorization: `${origin}/wp-admin/authorize-application.php` },
        },
      },
    },
  };
}

/** Returns undefined for text that should be JSON and is not; `{}` for an empty body. */
function jsonIn(text: string): unknown {
  if (text === '') {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
