import { AttentionPart } from '../account/attention.js'
import { AuthorizedAppsPart } from '../account/authorized-apps.js'
import { DisplayPart } from '../account/display.js'
import { NotificationsPart } from '../account/notifications.js'
import { PasswordPart } from '../account/password.js'
import { PicturePart } from '../account/picture.js'
import { ProfilePart } from '../account/profile.js'
import { SessionsPart } from '../account/sessions.js'
import { ThemePart } from '../account/theme.js'
import { useTeam } from '../data/current-team.js'
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
