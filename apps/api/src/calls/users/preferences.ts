import { calls, ok, type PreferenceObject, preferenceLimits } from '@posthorn/contract'
import {
  findPreference,
  type Preference,
  preferencesOf,
  savePreferences as store,
  deletePreferences as withdraw,
} from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { preferencesDeleted, preferencesSaved } from '../../live/events.js'
import { refused } from '../../refusals/refused.js'

/** A preference with its user's id. */
export function preferenceObject(userId: string, { category, name, value }: Preference): PreferenceObject {
  return { user_id: userId, category, name, value }
}

export const listPreferences = serve(calls.listPreferences, async ({ deps, caller: { user } }) =>
  (await preferencesOf(deps.db, user.id)).map(one => preferenceObject(user.id, one)),
)

export const listPreferencesOfCategory = serve(
  calls.listPreferencesOfCategory,
  async ({ deps, caller: { user }, params }) =>
    (await preferencesOf(deps.db, user.id, params.category)).map(one => preferenceObject(user.id, one)),
)

export const getPreference = serve(calls.getPreference, async ({ deps, caller: { user }, params }) => {
  const found = await findPreference(deps.db, user.id, params.category, params.name)
  return found ? preferenceObject(user.id, found) : refused('no_such_preference')
})

export const savePreferences = serve(calls.savePreferences, async ({ deps, caller: { user }, body }) => {
  if (body.some(one => one.user_id !== user.id)) return refused('others_preferences')
  const outcome = await store(deps.db, user.id, body, preferenceLimits.mostPerUser)
  if (outcome !== 'saved') return refused(outcome)
  deps.live.publish(preferencesSaved(user.id, body))
  return true
})

export const deletePreferences = serve(calls.deletePreferences, async ({ deps, caller: { user }, body }) => {
  if (body.some(one => one.user_id !== user.id)) return refused('others_preferences_stay')
  await withdraw(deps.db, user.id, body)
  deps.live.publish(preferencesDeleted(user.id, body))
  return ok
})
