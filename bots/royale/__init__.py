"""Bots for Battle Royale: `raider` weighs single attacks, `warlord` plans turns over hidden cards."""
