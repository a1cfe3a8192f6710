"""What request handlers may ask for: a parameter of one of these names is handed the service of that name."""

from __future__ import annotations

from litestar.di import NamedDependency

from parapegma.server.analysis.analyses import Analyses
from parapegma.server.analysis.hints import Hints
from parapegma.server.bots.pool import BotPool
from parapegma.server.chat.chat import TableChat
from parapegma.server.live.broadcast import Broadcast
from parapegma.server.live.connections import Connections
from parapegma.server.live.presence import Presence
from parapegma.server.metrics import Metrics
from parapegma.server.notify.page import Pages
from parapegma.server.notify.senders import Senders
from parapegma.server.people.accounts import Accounts
from parapegma.server.people.identity import Identities
from parapegma.server.people.revoke import Revocation
from parapegma.server.people.tokens import Tokens
from parapegma.server.security.login_guard import Devices, LoginGuard
from parapegma.server.security.rate_limits import RateLimits
from parapegma.server.security.table_caps import TableCaps
from parapegma.server.security.tries import Tries
from parapegma.server.settings import Settings
from parapegma.server.store.database import Database
from parapegma.server.store.secrets import Secrets
from parapegma.server.tables.messages.updates import TableMessages
from parapegma.server.tables.registry import TableRegistry

TheAccounts = NamedDependency[Accounts]
TheAnalyses = NamedDependency[Analyses]
TheBroadcast = NamedDependency[Broadcast]
TheChat = NamedDependency[TableChat]
TheConnections = NamedDependency[Connections]
TheDatabase = NamedDependency[Database]
TheHints = NamedDependency[Hints]
TheDevices = NamedDependency[Devices]
TheIdentities = NamedDependency[Identities]
TheLimits = NamedDependency[RateLimits]
TheLoginGuard = NamedDependency[LoginGuard]
TheMessages = NamedDependency[TableMessages]
TheMetrics = NamedDependency[Metrics]
ThePages = NamedDependency[Pages]
ThePool = NamedDependency[BotPool]
ThePresence = NamedDependency[Presence]
TheRegistry = NamedDependency[TableRegistry]
TheRevocation = NamedDependency[Revocation]
TheSecrets = NamedDependency[Secrets]
TheSettings = NamedDependency[Settings]
TheTries = NamedDependency[Tries]
TheTableCaps = NamedDependency[TableCaps]
TheTokens = NamedDependency[Tokens]
TheSenders = NamedDependency[Senders]

NAMES = (
    "accounts",
    "analyses",
    "broadcast",
    "chat",
    "connections",
    "database",
    "hints",
    "devices",
    "identities",
    "limits",
    "login_guard",
    "messages",
    "metrics",
    "pages",
    "pool",
    "presence",
    "registry",
    "revocation",
    "secrets",
    "senders",
    "settings",
    "table_caps",
    "tokens",
    "tries",
)
"""The names, as parameters of request handlers and as attributes of the services."""
