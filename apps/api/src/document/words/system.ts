import type { CallWords } from '../call-words.js'

/** The server itself. */
export const systemWords = {
  'GET /users/websocket': {
    tag: 'System',
    summary: 'Live events over a WebSocket',
    description:
      'Send it with `Upgrade: websocket` and a session, or answer within five seconds with ' +
      '`{"seq": 1, "action": "authentication_challenge", "data": {"token": "…"}}`. Events are JSON, ' +
      '`{event, data, broadcast, seq}`: `hello`, `posted`, `post_edited`, `post_deleted`, and those of channels and ' +
      'members. After a break, ask for posts since the last one that was seen.',
    answer: 'The connection is a WebSocket from here on.',
    open: 'either',
    refusals: ['no_upgrade', 'bad_origin'],
  },
  'GET /openapi.json': {
    tag: 'System',
    summary: 'This document',
    answer: 'OpenAPI 3.1.',
    open: 'anybody',
  },
} satisfies Record<string, CallWords>
