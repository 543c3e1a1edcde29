import type { PreferenceObject } from '@posthorn/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client/api.js'

/** The name by which other clients of the API know these, too. */
const category = 'display_settings'
const collapsedThreads = 'collapsed_reply_threads'

/** The user's display settings. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => api.listPreferencesOfCategory({ params: { category }, signal }),
})

/** Those of a user's preferences that `preferencesQuery` returns. */
export function displaySettingsIn(preferences: PreferenceObject[]): PreferenceObject[] {
  return preferences.filter(preference => preference.category === category)
}

/** Whether channels show replies among their posts; undefined until known. */
export function useShowsReplies(): boolean | undefined {
  const { data, isError } = useQuery(preferencesQuery)
  if (!data) return isError ? false : undefined
  return data.some(({ name, value }) => name === collapsedThreads && value === 'off')
}

/** Ways in which Posthorn draws attention, by the name of their preference, and whether they are on at first. */
const attention = {
  title: { name: 'unread_in_title', first: true },
  icon: { name: 'unread_in_icon', first: true },
  desktop: { name: 'desktop_notifications', first: false },
} as const

export type Attention = keyof typeof attention

/** How Posthorn draws the user's attention; undefined until known. */
export function useAttention(): Record<Attention, boolean> | undefined {
  const { data } = useQuery(preferencesQuery)
  if (!data) return undefined
  const isOn = (kind: Attention) => {
    const { name, first } = attention[kind]
    return (data.find(preference => preference.name === name)?.value ?? String(first)) === 'true'
  }
  return { title: isOn('title'), icon: isOn('icon'), desktop: isOn('desktop') }
}

/** Stores whether Posthorn draws attention in one way. */
export async function saveAttention(
  client: QueryClient,
  user: string,
  kind: Attention,
  isOn: boolean,
): Promise<void> {
  const { name } = attention[kind]
  await api.savePreferences({ body: [{ user_id: user, category, name, value: String(isOn) }] })
  await client.invalidateQueries({ queryKey: preferencesQuery.queryKey })
}

/** Stores whether channels show replies among their posts. */
export async function saveShowsReplies(client: QueryClient, user: string, shows: boolean): Promise<void> {
  const value = shows ? 'off' : 'on'
  await api.savePreferences({ body: [{ user_id: user, category, name: collapsedThreads, value }] })
  await client.invalidateQueries({ queryKey: preferencesQuery.queryKey })
}
