import type { HookObject } from '@posthorn/contract'

/** The editable values of a hook. */
export type HookFormValues = Required<
  Pick<
    HookObject,
    'display_name' | 'description' | 'channel_id' | 'channel_locked' | 'confirm' | 'format' | 'collapse'
  >
>

/** Returns the editable values of a hook. */
export function formValuesOf(hook: HookObject): HookFormValues {
  const { display_name, description, channel_id, channel_locked, confirm, format, collapse } = hook
  return { display_name, description, channel_id, channel_locked, confirm, format, collapse }
}
