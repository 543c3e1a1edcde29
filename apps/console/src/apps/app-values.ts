import type { AppObject } from '@posthorn/contract'

/** The editable values of an application. Callback addresses are one per line. */
export type AppFormValues = Pick<
  AppObject,
  'name' | 'description' | 'homepage' | 'icon_url' | 'is_trusted' | 'is_public'
> & { callbacks: string }

export const noAppValues: AppFormValues = {
  name: '',
  description: '',
  homepage: '',
  icon_url: '',
  callbacks: '',
  is_trusted: false,
  is_public: false,
}

export function appValuesOf({ callback_urls, ...app }: AppObject): AppFormValues {
  const { name, description, homepage, icon_url, is_trusted, is_public } = app
  const callbacks = callback_urls.join('\n')
  return { name, description, homepage, icon_url, is_trusted, is_public, callbacks }
}

/** Converts the values to what the API expects. */
export function appBody({ callbacks, ...choices }: AppFormValues) {
  const callback_urls = callbacks.split(/\s+/).filter(url => url !== '')
  return { ...choices, callback_urls }
}
