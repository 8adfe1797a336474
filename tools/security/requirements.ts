import type { Requirement } from './requirement.ts';
import { api } from './requirements/api.ts';
import { architecture } from './requirements/architecture.ts';
import { authentication } from './requirements/authentication.ts';
import { authorization } from './requirements/authorization.ts';
import { communication } from './requirements/communication.ts';
import { configuration } from './requirements/configuration.ts';
import { cryptography } from './requirements/cryptography.ts';
import { data } from './requirements/data.ts';
import { encoding } from './requirements/encoding.ts';
import { files } from './requirements/files.ts';
import { frontend } from './requirements/frontend.ts';
import { logging } from './requirements/logging.ts';
import { oauth } from './requirements/oauth.ts';
import { sessions } from './requirements/sessions.ts';
import { tokens } from './requirements/tokens.ts';
import { validation } from './requirements/validation.ts';
import { webrtc } from './requirements/webrtc.ts';

/** The chapters of ASVS 5.0.0 in order. */
export const chapters: readonly { name: string; rows: readonly Requirement[] }[] = [
  { name: 'V1 Encoding and sanitising', rows: encoding },
  { name: 'V2 Validation and business logic', rows: validation },
  { name: 'V3 Browser', rows: frontend },
  { name: 'V4 API', rows: api },
  { name: 'V5 Files', rows: files },
  { name: 'V6 Authentication', rows: authentication },
  { name: 'V7 Sessions', rows: sessions },
  { name: 'V8 Authorization', rows: authorization },
  { name: 'V9 Self-contained tokens', rows: tokens },
  { name: 'V10 OAuth and OIDC', rows: oauth },
  { name: 'V11 Cryptography', rows: cryptography },
  { name: 'V12 Communication', rows: communication },
  { name: 'V13 Configuration', rows: configuration },
  { name: 'V14 Data protection', rows: data },
  { name: 'V15 Architecture', rows: architecture },
  { name: 'V16 Logging and errors', rows: logging },
  { name: 'V17 WebRTC', rows: webrtc },
];
