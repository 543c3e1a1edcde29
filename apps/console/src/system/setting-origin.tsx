import type { SettingObject } from '@posthorn/contract'
import { classes } from '../ui/classes.js'
import { Time } from '../ui/time.js'

/** The source of a setting's value. */
export function SettingOrigin({ setting, className }: { setting: SettingObject; className?: string }) {
  const { source, saved_by, saved_at } = setting
  return (
    <p className={classes('text-xs text-quiet', className)}>
      {source === 'default' && 'Default'}
      {source === 'environment' && 'Set by an environment variable'}
      {source === 'saved' && (
        <>
          Saved{saved_by && ` by ${saved_by.username}`}
          {saved_at > 0 && (
            <>
              , <Time at={saved_at} form="ago" />
            </>
          )}
        </>
      )}
    </p>
  )
}
