import type { Bodies } from './bodies.ts';

const nothing = { title: '', summary: '', bodyHtml: '' };
const texts = { 'zh-CN': nothing, 'zh-TW': nothing, 'en-US': nothing, 'pt-BR': nothing };
const announcement = {
  level: 'info',
  texts: { 'en-US': 'Taken over' },
  link: null,
  from: '2026-01-01T00:00:00Z',
  to: null,
};

export const newsBodies: Bodies = {
  'POST /articles': () => [{ kind: 'news' }],
  'PUT /articles/:id': () => [{ revision: 1, coverUrl: null, videoUrl: null, texts }],
  'POST /articles/:id/publish': () => [{ revision: 1 }],
  'POST /articles/:id/withdraw': () => [{ revision: 1 }],
  'POST /workplace/links': () => [{ path: '/news', title: 'News' }],
  'PUT /workplace/links/order': (ids) => [{ ids: [ids.ownLink] }],
  'PUT /workplace/config/links': () => [{ revision: 1, links: [] }],
  'POST /workplace/config/announcements': () => [announcement],
  'PUT /workplace/config/announcements/:id': () => [{ revision: 1, ...announcement }],
  'PUT /workplace/provider': () => [{ revision: 0, name: 'Taken over', links: {} }],
  'PUT /workplace/pages/:name': () => [{ version: 'v1', texts }],
};
