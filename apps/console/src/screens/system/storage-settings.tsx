import { RetentionForm } from '../../retention/retention-form.js'
import { storageParts } from '../../system/settings/setting-parts.js'
import { SettingSection, SettingsScreen } from '../../system/settings/settings-screen.js'

/** How long things are stored, and what payloads can use. */
export function StorageSettingsScreen() {
  return (
    <SettingsScreen
      title="Storage and payloads"
      about="Retention periods, and the limits of payloads"
      parts={storageParts}
      moreNames={['PostDays']}
    >
      <SettingSection
        title="Old posts"
        about="How long posts are stored where neither the channel nor its team has a number of days."
        className="mx-4 max-w-160 border-t pt-6 pb-4"
      >
        <div className="max-w-md">
          <RetentionForm place="server" />
        </div>
      </SettingSection>
    </SettingsScreen>
  )
}
