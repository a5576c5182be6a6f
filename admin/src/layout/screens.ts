import Article from '@mui/icons-material/ArticleOutlined'
import Badge from '@mui/icons-material/BadgeOutlined'
import Checkroom from '@mui/icons-material/CheckroomOutlined'
import CurrencyRupee from '@mui/icons-material/CurrencyRupeeOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import Inventory from '@mui/icons-material/Inventory2Outlined'
import KeyboardReturn from '@mui/icons-material/KeyboardReturnOutlined'
import LocalOffer from '@mui/icons-material/LocalOfferOutlined'
import LocalShipping from '@mui/icons-material/LocalShippingOutlined'
import Forum from '@mui/icons-material/ForumOutlined'
import Mail from '@mui/icons-material/MailOutlined'
import People from '@mui/icons-material/PeopleOutlined'
import Restore from '@mui/icons-material/RestoreOutlined'
import Storefront from '@mui/icons-material/StorefrontOutlined'
import Undo from '@mui/icons-material/UndoOutlined'
import Upload from '@mui/icons-material/UploadFileOutlined'
import Sunny from '@mui/icons-material/WbSunnyOutlined'
import Webhook from '@mui/icons-material/WebhookOutlined'
import Key from '@mui/icons-material/VpnKeyOutlined'
import type { SvgIconComponent } from '@mui/icons-material'

interface Screen {
  path: string
  title: string
  Icon: SvgIconComponent
  /** The permission without which the screen is not offered. */
  permission: string
}

/** The screens of the menu, in its order; a phone's bar has the first three that the role may open. */
export const SCREENS: Screen[] = [
  { path: '/', title: 'Today', Icon: Sunny, permission: 'products.read' },
  { path: '/orders', title: 'Orders', Icon: Inventory, permission: 'orders.read' },
  { path: '/payments', title: 'Payments', Icon: CurrencyRupee, permission: 'payments.read' },
  { path: '/refunds', title: 'Refunds', Icon: Undo, permission: 'payments.read' },
  { path: '/returns', title: 'Returns', Icon: KeyboardReturn, permission: 'returns.read' },
  { path: '/products', title: 'Products', Icon: Checkroom, permission: 'products.read' },
  { path: '/policies', title: 'Policies', Icon: Article, permission: 'content.read' },
  { path: '/store', title: 'Store', Icon: Storefront, permission: 'content.read' },
  { path: '/revisions', title: 'History', Icon: Restore, permission: 'content.read' },
  { path: '/imports', title: 'Imports', Icon: Upload, permission: 'products.write' },
  { path: '/offers', title: 'Offers', Icon: LocalOffer, permission: 'offers.read' },
  { path: '/pincodes', title: 'PIN codes', Icon: LocalShipping, permission: 'settings.read' },
  { path: '/customers', title: 'Customers', Icon: People, permission: 'customers.read' },
  { path: '/contact-messages', title: 'Messages from shoppers', Icon: Forum, permission: 'customers.read' },
  { path: '/staff', title: 'Staff', Icon: Badge, permission: 'staff.read' },
  { path: '/tokens', title: 'Tokens', Icon: Key, permission: 'tokens.read' },
  { path: '/webhooks', title: 'Webhooks', Icon: Webhook, permission: 'settings.read' },
  { path: '/deliveries', title: 'Sent messages', Icon: Mail, permission: 'settings.read' },
  { path: '/audit', title: 'Audit log', Icon: History, permission: 'audit.read' },
]
