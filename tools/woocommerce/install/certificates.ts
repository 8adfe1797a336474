import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a certificate authority for this root, and a certificate for this machine; both are useless anywhere else.
 */
export function makeCertificates(root: string): void {
  const conf = join(root, 'conf');
  if (existsSync(join(conf, 'tls.pem'))) {
    return;
  }
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: conf, stdio: 'ignore' });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '30'];
  openssl('req', '-x509', ...key, '-subj', '/CN=suite authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'tls.key', '-out', 'tls.csr');
  writeFileSync(join(conf, 'names'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'tls.csr', ...signed, '-out', 'tls.pem');
  for (const name of ['tls.csr', 'names', 'ca.key']) {
    rmSync(join(conf, name), { force: true });
  }
}
