import { z } from 'zod'
import { defineCall } from '../../call.js'
import { HookTemplateObject, TemplateFieldsObject } from '../../objects/hooks/template.js'
import { params } from '../../parameters.js'
import { administrators, common, ofHook, path } from './common.js'

const ofTemplate = {
  ...common,
  params: params('team', 'hook'),
  answer: z.object({ template: HookTemplateObject.nullable() }),
} as const

export const getHookTemplate = defineCall({
  ...ofTemplate,
  operationId: 'getHookTemplate',
  route: `GET ${path}/:hook/template`,
  scope: 'read',
  summary: 'Get a hook’s template',
  description: administrators,
  requires: 'EnableIncomingWebhooks',
  answers: 'The current version, or null.',
  errors: ofHook,
})

export const saveHookTemplate = defineCall({
  ...ofTemplate,
  operationId: 'saveHookTemplate',
  route: `POST ${path}/:hook/template`,
  scope: 'manage',
  summary: 'Save or remove a hook’s template',
  description:
    'A template makes posts of any JSON, unless the URL names an adapter. Each change makes a new version. Deliveries ' +
    'that are waiting keep theirs. Replays use the current one. The newest 50 versions are stored. Only the creator ' +
    `can change the channel. ${administrators}`,
  requires: 'EnableIncomingWebhooks',
  body: z.object({ template: TemplateFieldsObject.nullable().describe('Null removes the template.') }),
  answers: 'The new version, or null.',
  errors: [...ofHook, 'bad_template', 'template_too_long', 'only_creator_sets_channel'],
  audit: { target: 'hook', id: ['params.hook'] },
})
