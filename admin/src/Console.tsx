import { Admin, CustomRoutes, Resource } from 'react-admin'
import type { I18nProvider } from 'ra-core'
import { lazy, type ComponentType } from 'react'
import { Route } from 'react-router-dom'

import { dataProvider } from './api-client/data-provider.ts'
import { authProvider } from './api-client/session.ts'
import { ConsoleLayout } from './layout/ConsoleLayout.tsx'
import { darkTheme, lightTheme } from './layout/theme.ts'
import { SignInPage } from './sign-in/SignInPage.tsx'

const OrderList = lazy(() => import('./orders/OrderList.tsx'))
const OrderShow = lazy(() => import('./orders/OrderShow.tsx'))
const Today = lazy(() => import('./today/Today.tsx'))
const PaymentList = lazyPart(() => import('./payments/MoneyLists.tsx'), 'PaymentList')
const RefundList = lazyPart(() => import('./payments/MoneyLists.tsx'), 'RefundList')
const ReturnList = lazyPart(() => import('./payments/MoneyLists.tsx'), 'ReturnList')
const ProductList = lazy(() => import('./products/ProductList.tsx'))
const ProductEdit = lazyPart(() => import('./products/ProductEdit.tsx'), 'ProductEdit')
const ProductCreate = lazyPart(() => import('./products/ProductEdit.tsx'), 'ProductCreate')
const ImportList = lazy(() => import('./imports/ImportList.tsx'))
const ImportShow = lazy(() => import('./imports/ImportShow.tsx'))
const Policies = lazy(() => import('./policies/Policies.tsx'))
const PolicyEdit = lazy(() => import('./policies/PolicyEdit.tsx'))
const Revisions = lazy(() => import('./policies/Revisions.tsx'))
const StoreInfoPage = lazy(() => import('./store/StoreInfoPage.tsx'))
const CustomerList = lazy(() => import('./customers/CustomerList.tsx'))
const MessageList = lazy(() => import('./customers/MessageList.tsx'))
const StaffList = lazyPart(() => import('./store/StaffList.tsx'), 'StaffList')
const StaffCreate = lazyPart(() => import('./store/StaffList.tsx'), 'StaffCreate')
const StaffEdit = lazyPart(() => import('./store/StaffList.tsx'), 'StaffEdit')
const TokenList = lazyPart(() => import('./store/TokenList.tsx'), 'TokenList')
const TokenCreate = lazyPart(() => import('./store/TokenList.tsx'), 'TokenCreate')
const WebhookList = lazyPart(() => import('./store/Webhooks.tsx'), 'WebhookList')
const DeliveryList = lazyPart(() => import('./store/Webhooks.tsx'), 'DeliveryList')
const Pincodes = lazy(() => import('./store/Pincodes.tsx'))
const Offers = lazy(() => import('./store/Offers.tsx'))
const AuditList = lazy(() => import('./store/AuditList.tsx'))
const PasswordLinkPage = lazy(() => import('./sign-in/PasswordLinkPage.tsx'))
const Account = lazy(() => import('./account/Account.tsx'))

/** The console: one lazy screen per route, so that a phone loads what it opens. docs/console.md */
export function Console({ i18nProvider }: { i18nProvider: I18nProvider }) {
  return (
    <Admin
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      dashboard={Today}
      layout={ConsoleLayout}
      loginPage={SignInPage}
      theme={lightTheme}
      darkTheme={darkTheme}
      requireAuth
      disableTelemetry
    >
      <Resource name="orders" list={OrderList} show={OrderShow} />
      <Resource name="payments" list={PaymentList} />
      <Resource name="refunds" list={RefundList} />
      <Resource name="returns" list={ReturnList} />
      <Resource name="products" list={ProductList} edit={ProductEdit} create={ProductCreate} />
      <Resource name="imports" list={ImportList} show={ImportShow} />
      <Resource name="policies" list={Policies} edit={PolicyEdit} />
      <Resource name="revisions" list={Revisions} />
      <Resource name="customers" list={CustomerList} />
      <Resource name="contact-messages" list={MessageList} />
      <Resource name="pincodes" list={Pincodes} />
      <Resource name="offers" list={Offers} />
      <Resource name="webhooks" list={WebhookList} />
      <Resource name="deliveries" list={DeliveryList} />
      <Resource name="staff" list={StaffList} create={StaffCreate} edit={StaffEdit} />
      <Resource name="tokens" list={TokenList} create={TokenCreate} />
      <Resource name="audit" list={AuditList} />
      <CustomRoutes noLayout>
        <Route path="/set-password/:token" element={<PasswordLinkPage />} />
      </CustomRoutes>
      <CustomRoutes>
        <Route path="/account" element={<Account />} />
        <Route path="/store" element={<StoreInfoPage />} />
      </CustomRoutes>
    </Admin>
  )
}

/** A lazy component of a module that has several. */
function lazyPart<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }))
}
