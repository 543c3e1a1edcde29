/** The settings of each screen of the system console. */
const settingsOf = {
  '/admin/integrations/custom': [
    ...['EnableIncomingWebhooks', 'EnableOAuthServiceProvider', 'EnableOnlyAdminIntegrations'],
    ...['EnablePostUsernameOverride', 'EnablePostIconOverride', 'ConfirmNewHooks'],
  ],
  '/admin/people': [
    ...['RequireTeamNameAtLogin', 'MinimumLength', 'EnableUserCreation', 'EnableOpenServer', 'ShowFullName'],
    ...['ShowEmailAddress', 'EnableTeamCreation', 'MaxTeamsPerUser', 'MaxUsersPerTeam', 'MaxChannelsPerTeam'],
  ],
  '/admin/storage': [
    ...['DeliveryDays', 'AuditDays', 'KeyDays', 'MaxPostsPerDelivery', 'MaxHtmlBytesPerDelivery'],
    ...['MaxKeysPerHook', 'PostEditTimeLimit'],
  ],
  '/admin/limits': ['HookRate', 'ApiRate', 'MaximumLoginAttempts'],
} as const satisfies Record<string, readonly string[]>

type Screen = keyof typeof settingsOf

const screenOf = new Map<string, Screen>(
  Object.entries(settingsOf).flatMap(([screen, names]) => names.map(name => [name, screen as Screen])),
)

/** Returns the address of the screen with a setting; undefined for settings of newer servers. */
export function screenOfSetting(name: string): Screen | undefined {
  return screenOf.get(name)
}
