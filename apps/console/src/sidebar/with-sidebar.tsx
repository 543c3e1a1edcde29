import { useLocation } from '@tanstack/react-router'
import { type ComponentType, createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { IconButton } from '../ui/button.js'

type SidebarComponent = ComponentType<{ className?: string }>

/** The sidebar of the current frame, for narrow screens that show it as a drawer. */
const CurrentSidebar = createContext<SidebarComponent | undefined>(undefined)

/** A sidebar, if there is room, and the screen. */
export function WithSidebar({
  sidebar: Sidebar,
  children,
}: {
  sidebar: SidebarComponent
  children: ReactNode
}) {
  return (
    <CurrentSidebar value={Sidebar}>
      <div className="flex min-h-0 flex-auto">
        <Sidebar className="hidden w-60 shrink-0 border-r border-line md:flex" />
        <div className="flex min-w-0 flex-auto flex-col">{children}</div>
      </div>
    </CurrentSidebar>
  )
}

/** A button that opens the sidebar on narrow screens. The drawer closes after a choice, or with Esc. */
export function SidebarDrawer() {
  const ref = useRef<HTMLDialogElement>(null)
  const { href } = useLocation()
  const Sidebar = use(CurrentSidebar)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes after each navigation
  useEffect(() => ref.current?.close(), [href])
  if (!Sidebar) return null
  return (
    <div className="md:hidden">
      <IconButton icon="menu" label="Open sidebar" onClick={() => ref.current?.showModal()} />
      <dialog
        ref={ref}
        aria-label="Sidebar"
        onPointerDown={event => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
        className="m-0 h-dvh max-h-none w-[min(20rem,85vw)] max-w-none p-0 shadow-pop"
      >
        <Sidebar className="flex h-full" />
      </dialog>
    </div>
  )
}
