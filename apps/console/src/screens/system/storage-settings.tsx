import { storageParts } from '../../system/settings/setting-parts.js'
import { SettingsScreen } from '../../system/settings/settings-screen.js'

/** How long things are stored, and what payloads can use. */
export function StorageSettingsScreen() {
  return (
    <SettingsScreen
      title="Storage and payloads"
      about="How long things are stored, and the limits of payloads"
      parts={storageParts}
    />
  )
}
