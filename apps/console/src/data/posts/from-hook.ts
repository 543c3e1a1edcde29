import type { PostObject } from '@posthorn/contract'

/** Whether a hook or a bot wrote a post, which then shows a name of its own. */
export function isFromHook({ props }: PostObject): boolean {
  return props.from_webhook === 'true'
}

/** The name that the API gives to posts of senders that chose none. */
const unnamed = 'webhook'

/** The name that a hook's post shows: the one that its payload or hook chose, else the hook's title. */
export function hookPostName(props: PostObject['props']): string {
  const { override_username: name, webhook_display_name: title } = props
  const hasName = typeof name === 'string' && name !== '' && name !== unnamed
  if (hasName) return name
  return typeof title === 'string' && title !== '' ? title : unnamed
}
