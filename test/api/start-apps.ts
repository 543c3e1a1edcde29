import type { AppObject, calls, InputOf } from '@posthorn/contract'
import type { Caller } from './callers.js'
import { type StartOptions, startApi } from './start-api.js'

export type Api = Awaited<ReturnType<typeof startApps>>
type Choices = InputOf<(typeof calls.createApp)['body']>

export const callback = 'https://app.example.org/callback'

/** Starts an API where `maker` and the system administrator `admin` can register apps. */
export async function startApps(options: StartOptions = {}) {
  const api = await startApi(undefined, options)
  const { admin, maker, reader } = await api.callers('admin', 'maker', 'reader')
  const switchTo = (EnableOAuthServiceProvider: boolean) =>
    admin.postJson('/admin/save_config', { ServiceSettings: { EnableOAuthServiceProvider } })
  await switchTo(true)
  const register = (choices: Partial<Choices> = {}, by: Caller = maker): Promise<AppObject> =>
    by.client.createApp({ body: { ...usual, ...choices } })
  return { ...api, admin, maker, reader, switchTo, register }
}

const usual = { name: 'Release Notes', homepage: 'https://app.example.org', callback_urls: [callback] }
