import { peopleParts } from '../../system/settings/setting-parts.js'
import { SettingsScreen } from '../../system/settings/settings-screen.js'

/** Settings of logins, accounts and teams. */
export function PeopleSettingsScreen() {
  return (
    <SettingsScreen
      title="Login and teams"
      about="Logins, accounts, and the limits of teams"
      parts={peopleParts}
    />
  )
}
