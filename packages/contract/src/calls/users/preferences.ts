import { z } from 'zod'
import { defineCall } from '../../call.js'
import { preferenceLimits } from '../../limits.js'
import { Ok } from '../../objects/config.js'
import { PreferenceObject } from '../../objects/preference.js'
import { Id, Name, Text } from '../../parameters.js'

const { categoryChars, nameChars, valueChars, mostPerUser } = preferenceLimits
const path = '/preferences'
const common = { tag: 'Users', allow: 'user' } as const
const category = Name.describe('The category.')
const preferences = z
  .array(
    z.object({
      user_id: Id.describe('The caller.'),
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
  summary: 'The caller’s preferences',
  description: 'What clients remember for their users. The address may end in a slash.',
  scope: 'read',
  answer: z.array(PreferenceObject),
  answers: 'The preferences, by category and name.',
})

export const listPreferencesOfCategory = defineCall({
  ...common,
  operationId: 'listPreferencesOfCategory',
  route: `GET ${path}/:category`,
  summary: 'The caller’s preferences of a category',
  scope: 'read',
  params: z.object({ category }),
  answer: z.array(PreferenceObject),
  answers: 'The preferences, by name.',
})

export const getPreference = defineCall({
  ...common,
  operationId: 'getPreference',
  route: `GET ${path}/:category/:name`,
  summary: 'One preference of the caller',
  scope: 'read',
  params: z.object({ category, name: Name.describe('The name in its category.') }),
  answer: PreferenceObject,
  answers: 'The preference.',
  errors: ['no_such_preference'],
})

export const savePreferences = defineCall({
  ...common,
  operationId: 'savePreferences',
  route: `POST ${path}/save`,
  summary: 'Remember preferences',
  description: `Those that are there already get their new value. A user has at most ${mostPerUser}.`,
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
  summary: 'Forget preferences',
  description: 'By category and name, whatever their value.',
  scope: 'manage',
  body: preferences,
  answer: Ok,
  answers: 'Done.',
  errors: ['others_preferences_stay'],
})
