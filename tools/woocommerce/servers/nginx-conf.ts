import { join } from 'node:path';
import type { StoreName } from '../install/sources.ts';

/**
 * The ports of one store: `plain` is http, `said` is http that PHP sees as https, as behind a proxy, and `tls` is
 * https.
 */
export interface Ports {
  plain: number;
  said: number;
  tls: number;
}

/** Returns the file with nginx lines that a test uses to inject faults. */
export const faultFile = (root: string, name: StoreName): string => join(root, 'conf', `fault-${name}.conf`);

/**
 * Returns the servers of all stores. The lines of a fault file apply to every request for PHP; `/reported/429` and
 * `/reported/503` answer with that status and still pass the request on to PHP (`mirror`), so that it is applied
 * although the client reads a failure.
 */
export function nginxConf(root: string, stores: readonly { name: StoreName; ports: Ports }[]): string {
  const asRoot = process.getuid?.() === 0;
  const temporary = ['client_body', 'fastcgi', 'proxy', 'uwsgi', 'scgi'];
  return `${asRoot ? 'user www-data;\n' : ''}worker_processes 1;
daemon on;
pid ${root}/run/nginx.pid;
error_log ${root}/logs/nginx-error.log;
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  log_format short '$msec $server_port $request_method $request_uri $status $request_time';
  access_log ${root}/logs/access.log short;
  ${temporary.map((each) => `${each}_temp_path ${root}/run/${each};`).join(' ')}
  fastcgi_read_timeout 300;
  fastcgi_buffers 64 32k;
  keepalive_timeout 30;
  client_max_body_size 64m;
  # Which requests a fault comes to, by what a fault file asks of $dice.
  split_clients "$request_id" $dice { 20% few; 30% more; * none; }
  server {
    listen unix:${root}/run/busy.sock;
    location /answered/429 { default_type text/html; return 429 "<html>Too many requests</html>"; }
    location /answered/503 { default_type text/html; return 503 "<html>Busy</html>"; }
  }
${stores.flatMap(({ name, ports }) => serversOf(root, name, ports)).join('\n')}
}
`;
}

function serversOf(root: string, name: StoreName, { plain, said, tls }: Ports): string[] {
  const certificate = `ssl_certificate ${root}/conf/tls.pem; ssl_certificate_key ${root}/conf/tls.key;`;
  return [
    server(root, name, `listen 127.0.0.1:${plain};`, `http://127.0.0.1:${plain}`, ''),
    server(root, name, `listen 127.0.0.1:${said};`, `http://127.0.0.1:${said}`, 'fastcgi_param HTTPS on;'),
    server(
      root,
      name,
      `listen 127.0.0.1:${tls} ssl; ${certificate}`,
      `https://localhost:${tls}`,
      'fastcgi_param HTTPS on;',
    ),
  ];
}

function server(root: string, name: StoreName, listen: string, home: string, more: string): string {
  const toPhp = `include /etc/nginx/fastcgi_params;
      fastcgi_param HTTP_HOST $http_host;
      fastcgi_param HTTP_AUTHORIZATION $http_authorization;
      fastcgi_param SITE_HOME ${home}; ${more}
      fastcgi_pass unix:${root}/run/fpm-${name}.sock;`;
  return `  server {
    ${listen}
    root ${root}/www-${name};
    index index.php;
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ {
      include ${faultFile(root, name)};
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      ${toPhp}
    }
    location ~ ^/answered/(429|503)$ {
      internal;
      mirror /handed-on;
      proxy_pass http://unix:${root}/run/busy.sock;
    }
    location = /handed-on {
      internal;
      fastcgi_param SCRIPT_FILENAME $document_root/index.php;
      ${toPhp}
      fastcgi_param SCRIPT_NAME /index.php;
    }
  }`;
}
