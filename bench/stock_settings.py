"""The settings of the site that a tutorial would build, with our models."""

from density.settings import *  # noqa: F403
from density.settings import REDIS_URL

ROOT_URLCONF = "bench.stock"
CHANNEL_LAYERS = {
    "default": {
        # the faster of the two layers of channels_redis
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL}]},
    }
}
