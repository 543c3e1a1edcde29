import { z } from 'zod'
import { defineCall } from '../call.js'
import { Config, Ok, SettingObject } from '../objects/system/settings.js'

export const ping = defineCall({
  operationId: 'ping',
  route: 'GET /general/ping',
  tag: 'System',
  summary: 'Check that the server responds',
  allow: 'anybody',
  answer: z.object({ version: z.string(), server_time: z.string() }),
  answers: 'The server’s version and its time in milliseconds since 1970.',
})

export const getClientProps = defineCall({
  operationId: 'getClientProps',
  route: 'GET /general/client_props',
  tag: 'System',
  summary: 'Get the server properties that clients adapt to',
  allow: 'anybody',
  answer: z.record(z.string(), z.string()),
  answers:
    'Versions and feature switches, as text. `EnableFileAttachments` says whether posts can have files. ' +
    '`AwaitsFirstLogin` is present until somebody has logged in, and ' +
    '`OnlyTeamName` while a login must name a team and there is only one.',
})

export const getClientLicense = defineCall({
  operationId: 'getClientLicense',
  route: 'GET /license/client_config',
  tag: 'System',
  summary: 'Get the server’s licence',
  description: 'Posthorn needs no licence, so the response is always the same.',
  allow: 'anybody',
  answer: z.object({ IsLicensed: z.literal('false') }),
  answers: 'The fields that clients of the reference server expect.',
})

export const getConfig = defineCall({
  operationId: 'getConfig',
  route: 'GET /admin/config',
  tag: 'System',
  summary: 'Get the settings',
  allow: 'system_admin',
  scope: 'read',
  answer: Config,
  answers: 'The settings by group. Never includes secrets.',
})

export const listSettings = defineCall({
  operationId: 'listSettings',
  route: 'GET /admin/settings',
  tag: 'System',
  summary: 'Get the settings with the source of each value',
  description: 'Only in Posthorn. To change settings, save them as part of the config.',
  allow: 'system_admin',
  scope: 'read',
  answer: z.array(SettingObject),
  answers: 'All settings by name. Never includes secrets.',
  beyondRate: true,
})

export const saveConfig = defineCall({
  operationId: 'saveConfig',
  route: 'POST /admin/save_config',
  tag: 'System',
  summary: 'Change settings',
  description:
    'Absent settings stay unchanged and unknown ones are ignored. If one value is invalid, nothing changes. All ' +
    'processes follow within a second.',
  allow: 'system_admin',
  scope: 'none',
  body: z
    .record(z.string(), z.unknown())
    .describe('Settings by group, in the shape that getConfig returns. Unchanged settings may be omitted.'),
  answer: Ok,
  answers: 'Done.',
  audit: { target: 'settings' },
  beyondRate: true,
})

export const getDocument = defineCall({
  operationId: 'getDocument',
  route: 'GET /openapi.json',
  tag: 'System',
  summary: 'Get this document',
  allow: 'anybody',
  answer: z.record(z.string(), z.unknown()),
  answers: 'OpenAPI 3.1.',
})
