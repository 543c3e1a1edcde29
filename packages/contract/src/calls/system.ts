import { z } from 'zod'
import { defineCall } from '../call.js'
import { Config, Ok } from '../objects/config.js'
import { SettingObject } from '../objects/setting.js'

export const ping = defineCall({
  operationId: 'ping',
  route: 'GET /general/ping',
  tag: 'System',
  summary: 'Whether the server answers',
  allow: 'anybody',
  answer: z.object({ version: z.string(), server_time: z.string() }),
  answers: 'Its version and its time, in milliseconds since 1970.',
})

export const getClientProps = defineCall({
  operationId: 'getClientProps',
  route: 'GET /general/client_props',
  tag: 'System',
  summary: 'What clients adapt themselves to',
  allow: 'anybody',
  answer: z.record(z.string(), z.string()),
  answers: 'Versions and switches, as texts.',
})

export const getClientLicense = defineCall({
  operationId: 'getClientLicense',
  route: 'GET /license/client_config',
  tag: 'System',
  summary: 'Which licence the server has',
  description: 'None is needed: the answer is always the same.',
  allow: 'anybody',
  answer: z.object({ IsLicensed: z.literal('false') }),
  answers: 'As clients of the reference server ask for it.',
})

export const getConfig = defineCall({
  operationId: 'getConfig',
  route: 'GET /admin/config',
  tag: 'System',
  summary: 'The settings',
  allow: 'system_admin',
  scope: 'read',
  answer: Config,
  answers: 'The settings by group. No secret is among them.',
})

export const listSettings = defineCall({
  operationId: 'listSettings',
  route: 'GET /admin/settings',
  tag: 'System',
  summary: 'The settings, and where each value comes from',
  description: 'Posthorn’s own. They are saved as a part of the config.',
  allow: 'system_admin',
  scope: 'read',
  answer: z.array(SettingObject),
  answers: 'Every setting, by name. No secret is among them.',
  beyondRate: true,
})

export const saveConfig = defineCall({
  operationId: 'saveConfig',
  route: 'POST /admin/save_config',
  tag: 'System',
  summary: 'Change settings',
  description:
    'What is absent stays; what is no setting here is ignored; when one value does not fit, nothing is changed. Every ' +
    'process follows within a second.',
  allow: 'system_admin',
  scope: 'none',
  body: z
    .record(z.string(), z.unknown())
    .describe('Settings by group, as they are read; those that change suffice.'),
  answer: Ok,
  answers: 'Done.',
  audit: { target: 'settings' },
  beyondRate: true,
})

export const getDocument = defineCall({
  operationId: 'getDocument',
  route: 'GET /openapi.json',
  tag: 'System',
  summary: 'This document',
  allow: 'anybody',
  answer: z.record(z.string(), z.unknown()),
  answers: 'OpenAPI 3.1.',
})
