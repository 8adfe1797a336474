import { chapter, notApplicable } from '../requirement.ts';

const noWebRtc = notApplicable('There is no WebRTC.');

/** V17: WebRTC. */
export const webrtc = chapter([
  ['17.1.1', 2, 'TURN reaches no private address', noWebRtc],
  ['17.2.1', 2, 'Keys of DTLS are managed', noWebRtc],
  ['17.2.2', 2, 'DTLS uses approved ciphers', noWebRtc],
  ['17.2.3', 2, 'SRTP is authenticated', noWebRtc],
  ['17.2.4', 2, 'Malformed SRTP does not stop the service', noWebRtc],
  ['17.3.1', 2, 'Signalling survives floods', noWebRtc],
  ['17.3.2', 2, 'Signalling survives malformed messages', noWebRtc],
]);
