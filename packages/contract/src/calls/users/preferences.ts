import { z } from 'zod'
import { defineCall } from '../../call.js'
import { preferenceLimits } from '../../limits.js'
import { Ok } from '../../objects/system/settings.js'
import { PreferenceObject } from '../../objects/users/user.js'
import { Id, Name, Text } from '../../parameters.js'

const { categoryChars, nameChars, valueChars, mostPerUser } = preferenceLimits
const path = '/preferences'
const common = { tag: 'Users', allow: 'user' } as const
const category = Name.describe('The category.')
const preferences = z
  .array(
    z.object({
      user_id: Id.describe('The caller’s user ID.'),
      category: Text.min(1).max(categoryChars),
      name: Text.max(nameChars),
      value: Text.max(valueChars).default(''),
    }),
  )
  .max(mostPerUser)

export const listPreferences = defineCall({
  ...common,
  operationId: 'listPreferences',
  route: `GET ${path}`,
  trailingSlash: true,
  summary: 'List the caller’s preferences',
  description: 'Data that clients store for their users. The URL may end in a slash.',
  scope: 'read',
  answer: z.array(PreferenceObject),
  answers: 'The preferences, ordered by category and name.',
})

export const listPreferencesOfCategory = defineCall({
  ...common,
  operationId: 'listPreferencesOfCategory',
  route: `GET ${path}/:category`,
  summary: 'List the caller’s preferences in a category',
  scope: 'read',
  params: z.object({ category }),
  answer: z.array(PreferenceObject),
  answers: 'The preferences, ordered by name.',
})

export const getPreference = defineCall({
  ...common,
  operationId: 'getPreference',
  route: `GET ${path}/:category/:name`,
  summary: 'Get one of the caller’s preferences',
  scope: 'read',
  params: z.object({ category, name: Name.describe('The name within the category.') }),
  answer: PreferenceObject,
  answers: 'The preference.',
  errors: ['no_such_preference'],
})

export const savePreferences = defineCall({
  ...common,
  operationId: 'savePreferences',
  route: `POST ${path}/save`,
  summary: 'Save preferences',
  description: `Replaces the values of existing ones. A user can have at most ${mostPerUser}.`,
  scope: 'manage',
  body: preferences,
  answer: z.boolean(),
  answers: 'true.',
  errors: ['others_preferences', 'too_many_preferences'],
})

export const deletePreferences = defineCall({
  ...common,
  operationId: 'deletePreferences',
  route: `POST ${path}/delete`,
  summary: 'Delete preferences',
  description: 'Matches category and name. Ignores the value.',
  scope: 'manage',
  body: preferences,
  answer: Ok,
  answers: 'Done.',
  errors: ['others_preferences_stay'],
})
