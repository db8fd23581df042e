"""Parts of a machine: what the actor `machine` is made of. They know the hardware clock only."""
