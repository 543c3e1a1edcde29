import { AuthorizedAppsPart } from '../account/authorized-apps.js'
import { DisplayPart, ThemePart } from '../account/display.js'
import { AttentionPart, NotificationsPart } from '../account/notification-settings.js'
import { PasswordPart } from '../account/password-form.js'
import { PicturePart, ProfilePart } from '../account/profile.js'
import { SessionsPart } from '../account/sessions.js'
import { useTeam } from '../data/teams.js'
import { usePageTitle } from '../layout/page-title.js'
import { Screen, Scroll } from '../layout/screen.js'
import { OwnDataPart } from '../privacy/data-part.js'

/** The user's own account. */
export function AccountScreen() {
  const team = useTeam()
  usePageTitle('My account', team.display_name)
  return (
    <Screen title="My account">
      <Scroll>
        <ProfilePart />
        <PicturePart />
        <PasswordPart />
        <NotificationsPart />
        <AttentionPart />
        <DisplayPart />
        <SessionsPart />
        <AuthorizedAppsPart />
        <ThemePart />
        <OwnDataPart />
      </Scroll>
    </Screen>
  )
}
