import { chapter, notApplicable } from '../requirement.ts';

const noGraphql = notApplicable('There is no GraphQL service; the program only calls one.');
const noWebSocket = notApplicable('There are no WebSockets; events come as server-sent events over HTTP.');

/** V4: API and web service. */
export const api = chapter([
  ['4.1.1', 1, 'Content-Type matches the content, with a charset'],
  ['4.1.2', 2, 'Calls over http are not silently redirected to https'],
  ['4.1.3', 2, 'Callers cannot set proxy headers'],
  ['4.2.1', 2, 'No request smuggling'],
  ['4.3.1', 2, 'GraphQL queries are limited', noGraphql],
  ['4.3.2', 2, 'GraphQL introspection is off', noGraphql],
  ['4.4.1', 1, 'WebSockets use TLS', noWebSocket],
  ['4.4.2', 2, 'WebSockets check the origin', noWebSocket],
  ['4.4.3', 2, 'WebSockets have tokens of their own', noWebSocket],
  ['4.4.4', 2, 'Such tokens come from the session', noWebSocket],
]);
