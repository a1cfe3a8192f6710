"""What request handlers may ask for: a parameter of one of these names is handed the service of that name."""

from __future__ import annotations

from litestar.di import NamedDependency

from parapegma.server.analysis.analyses import Analyses
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
from parapegma.server.security.rate_limits import RateLimits
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
TheIdentities = NamedDependency[Identities]
TheLimits = NamedDependency[RateLimits]
TheMessages = NamedDependency[TableMessages]
TheMetrics = NamedDependency[Metrics]
ThePages = NamedDependency[Pages]
ThePool = NamedDependency[BotPool]
ThePresence = NamedDependency[Presence]
TheRegistry = NamedDependency[TableRegistry]
TheRevocation = NamedDependency[Revocation]
TheSecrets = NamedDependency[Secrets]
TheSettings = NamedDependency[Settings]
TheTokens = NamedDependency[Tokens]
TheSenders = NamedDependency[Senders]

NAMES = (
    "accounts",
    "analyses",
    "broadcast",
    "chat",
    "connections",
    "database",
    "identities",
    "limits",
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
    "tokens",
)
"""The names, as parameters of request handlers and as attributes of the services."""
