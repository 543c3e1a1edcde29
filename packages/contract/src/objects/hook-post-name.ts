/** The name of posts of senders that chose none. */
const unnamed = 'webhook'

/** The name that a hook's post shows: the one that its payload or hook chose, else the hook's title. */
export function hookPostName(props: Record<string, unknown>): string {
  const { override_username: name, webhook_display_name: title } = props
  const hasName = typeof name === 'string' && name !== '' && name !== unnamed
  if (hasName) return name
  return typeof title === 'string' && title !== '' ? title : unnamed
}
