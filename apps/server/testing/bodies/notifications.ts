import type { Bodies } from './bodies.ts';

/** What an unauthorized sender would send to the calls of notifications: ids of others appear only in their path. */
export const notificationBodies: Bodies = {
  'POST /notifications/read': () => [{ upTo: '2020-01-01T00:00:00Z' }],
  'PUT /notifications/choices': () => [{ event: 'task-done', console: true, mail: false }],
};
