import { EmptyState } from '../../ui/states.js'

/** In the place of what a member would do where only administrators may: why, and whom to ask. */
export function OnlyAdmins({ administrators }: { administrators: string[] }) {
  return (
    <EmptyState icon="lock" title="Administrators make the webhooks here">
      <p>
        The setting EnableOnlyAdminIntegrations is on. Ask{' '}
        {administrators.length > 0
          ? new Intl.ListFormat(undefined, { type: 'disjunction' }).format(
              administrators.map(name => `@${name}`),
            )
          : 'an administrator'}{' '}
        to make one for you, or to let every member make them.
      </p>
    </EmptyState>
  )
}
