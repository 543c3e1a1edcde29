import { appLimits, type calls, type OutputOf } from '@posthorn/contract'
import { hasHiddenCharacters } from '@posthorn/core'
import type { AppChoices } from '@posthorn/db'
import { isCallback, isWebAddress } from '../../oauth/authorize/addresses.js'

const { nameChars, descriptionChars, iconUrlChars, callbackUrlsChars, homepageChars } = appLimits

type Body = Omit<OutputOf<(typeof calls.updateApp)['body']>, 'id'>

/** Returns the fields that a caller writes about an app. `is_trusted` stays as it is unless given. */
export function choicesOf(body: Body, isTrusted = false): AppChoices {
  return {
    name: body.name.trim(),
    description: body.description ?? '',
    iconUrl: body.icon_url ?? '',
    callbackUrls: [...new Set(body.callback_urls)],
    homepage: body.homepage,
    isTrusted: body.is_trusted ?? isTrusted,
  }
}

const length = (text: string) => [...text].length

/** Returns why these fields are rejected, or undefined. A name that the app already has is accepted. */
export function validateChoices(
  { name, description, iconUrl, callbackUrls, homepage }: AppChoices,
  before?: Pick<AppChoices, 'name'>,
) {
  if (name === '' || length(name) > nameChars) return 'bad_app_name'
  if (name !== before?.name && hasHiddenCharacters(name)) return 'bad_app_name'
  if (callbackUrls.length === 0 || callbackUrls.join('').length > callbackUrlsChars) return 'bad_callback'
  if (!callbackUrls.every(isCallback)) return 'bad_callback'
  if (homepage.length > homepageChars || !isWebAddress(homepage)) return 'bad_app_homepage'
  if (length(description) > descriptionChars) return 'bad_app_description'
  if (iconUrl.length > iconUrlChars || (iconUrl !== '' && !isWebAddress(iconUrl))) return 'bad_app_icon'
  return undefined
}
