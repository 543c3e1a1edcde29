import { z } from 'zod'
import type { CallWords } from '../call-words.js'

const Settings = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .describe('Settings by group, as they are read; those that change suffice.')

/** The server itself. */
export const systemWords = {
  'GET /general/ping': {
    tag: 'System',
    summary: 'Whether the server answers',
    answer: 'Its version and its time, in milliseconds since 1970.',
    open: 'anybody',
  },
  'GET /general/client_props': {
    tag: 'System',
    summary: 'What clients adapt themselves to',
    answer: 'Versions and switches, as texts.',
    open: 'anybody',
  },
  'GET /admin/config': {
    tag: 'System',
    summary: 'The settings',
    description: 'For system administrators.',
    answer: 'The settings by group. No secret is among them.',
    refusals: ['no_permission_api'],
  },
  'POST /admin/save_config': {
    tag: 'System',
    summary: 'Change settings',
    description:
      'For system administrators. What is absent stays; what is no setting here is ignored; when one value does not ' +
      'fit, nothing is changed. Every process follows within a second.',
    answer: 'Done.',
    body: Settings,
    refusals: ['no_permission_api'],
  },
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
