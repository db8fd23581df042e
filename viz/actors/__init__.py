"""Actors, one file each: the file's name is the actor's name in a scene."""
