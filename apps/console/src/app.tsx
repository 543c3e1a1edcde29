import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { queryClient } from './data/query-client.js'
import { NotLoaded } from './layout/not-found.js'
import { routes } from './routes.js'

const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent', // loads a screen's code when the pointer rests on its link
  defaultPendingComponent: NotLoaded,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
