import type { AppObject } from '@posthorn/contract'

/** What is chosen of an application. Callback addresses stand under each other. */
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

/** As the calls want it. */
export function appBody({ callbacks, ...choices }: AppFormValues) {
  const callback_urls = callbacks.split(/\s+/).filter(url => url !== '')
  return { ...choices, callback_urls }
}
