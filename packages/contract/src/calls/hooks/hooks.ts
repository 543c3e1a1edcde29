import { z } from 'zod'
import { defineCall } from '../../call.js'
import {
  deliveriesPerTrialCall,
  hooksPerPage,
  maxHooksPerPage,
  maxRefusedCallsDays,
  trialPageSize,
} from '../../limits.js'
import { HookObject, HookOverviewPage } from '../../objects/hooks/hook.js'
import { RefusedCalls } from '../../objects/hooks/refused-calls.js'
import { TemplateTrial } from '../../objects/hooks/template-trial.js'
import { HookTemplateObject, LostField, TemplateFieldsObject } from '../../objects/hooks/trial.js'
import { PageCursor, params, WholeNumber } from '../../parameters.js'
import { administrators, common, ofHook, ofHooks, path, searched, searchedBy } from './of-hooks.js'

export const listHooks = defineCall({
  ...common,
  operationId: 'listHooks',
  route: `GET ${path}/list`,
  scope: 'read',
  summary: 'List a team’s hooks',
  description: `Oldest first. ${administrators}`,
  requires: 'EnableIncomingWebhooks',
  query: z.object({
    page: WholeNumber.default(0).describe('Page number, from 0. 0 by default.'),
    per_page: WholeNumber.default(hooksPerPage)
      .describe(`${hooksPerPage} by default.`)
      .meta({ maximum: maxHooksPerPage }),
  }),
  answer: z.array(HookObject),
  answers: 'The hooks, without their keys.',
  errors: ofHooks,
})

export const getHook = defineCall({
  ...common,
  operationId: 'getHook',
  route: `GET ${path}/:hook/get`,
  scope: 'read',
  summary: 'Get a hook',
  description: administrators,
  requires: 'EnableIncomingWebhooks',
  params: params('team', 'hook'),
  answer: HookObject,
  answers: 'The hook, without its key.',
  errors: ofHook,
})

export const searchHooks = defineCall({
  ...common,
  operationId: 'searchHooks',
  searchedBy,
  route: `GET ${path}/search`,
  scope: 'read',
  summary: 'Find hooks, with their status',
  description:
    'Administrators see all hooks of the team, other members their own. Without `only`, the results include ' +
    'hooks that were deleted with their channel.',
  query: searched,
  answer: HookOverviewPage,
  answers: 'A page of hooks, without their keys, and the caller’s permissions.',
})

export const listRefusedCalls = defineCall({
  operationId: 'listRefusedCalls',
  route: `GET ${path}/:hook/refused`,
  tag: 'Deliveries',
  summary: 'List a hook’s refused calls',
  description:
    'Counts calls that did not become a delivery, for example because they exceeded the rate limit or ' +
    'because the body was too large or unreadable. Calls appear within about a second. The last twenty are ' +
    'listed with their reasons, at most one per cause and second. Allowed for the hook’s creator and the ' +
    'team’s administrators.',
  allow: 'hook_owner',
  scope: 'read',
  params: params('team', 'hook'),
  query: z.object({
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxRefusedCallsDays)
      .default(7)
      .describe('Number of days, including today. 7 by default.'),
  }),
  answer: RefusedCalls,
  answers: 'Counts by day (UTC), and the last refused calls, newest first.',
  errors: ['cannot_count'],
})

const ofTemplate = {
  ...common,
  params: params('team', 'hook'),
  answer: z.object({
    template: HookTemplateObject.nullable(),
    lost_fields: z
      .array(LostField)
      .describe('Fields that the template uses and that the sender’s JSON lost in the last seven days.'),
  }),
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

export const tryHookTemplate = defineCall({
  ...common,
  operationId: 'tryHookTemplate',
  route: `POST ${path}/:hook/template/try`,
  scope: 'read',
  params: params('team', 'hook'),
  summary: 'Try a template on a hook’s deliveries',
  description:
    'Compares what the latest deliveries become now with what they would become, and stores and posts nothing. Edits, ' +
    'deletions and the JSON of adapters in the URL are left out. A page has at most ' +
    `${trialPageSize} deliveries, newest first, and fewer if they take long. Each ${deliveriesPerTrialCall} deliveries ` +
    `count as one call. ${administrators}`,
  requires: 'EnableIncomingWebhooks',
  body: z.object({ template: TemplateFieldsObject, cursor: PageCursor }),
  answer: TemplateTrial,
  answers: 'How many change or fail, and the differences.',
  errors: [...ofHook, 'bad_template', 'text_busy', 'text_too_slow'],
})
