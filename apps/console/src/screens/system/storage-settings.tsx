import { Part } from '../../layout/part.js'
import { RetentionForm } from '../../retention/retention-form.js'
import { storageParts } from '../../system/settings/setting-parts.js'
import { SettingsScreen } from '../../system/settings/settings-screen.js'

/** How long things are stored, and what payloads can use. */
export function StorageSettingsScreen() {
  return (
    <SettingsScreen
      title="Storage and payloads"
      about="Retention periods, and the limits of payloads"
      parts={storageParts}
      moreNames={['PostDays']}
    >
      <Part
        title="Old posts"
        about="How long posts are stored where neither the channel nor its team has a number of days."
      >
        <RetentionForm place="server" />
      </Part>
    </SettingsScreen>
  )
}
